internal import DragConnection
internal import DragModel
internal import DragProtocol

/// The lists that the completion scripts offer.
enum CompletionCandidates {
  /// Prints `value<TAB>description` lines; nothing without a running dragd. Pressing Tab must start no program and
  /// print no error.
  static func print(types: Bool) throws(Failure) {
    guard let connection = try? BrokerConnection.session(),
      let request = try? BrokerCall<[ListedOffer]>.offers(),
      let offers = try? connection.perform(request.startingNothing(), timeout: 1000)
    else { return }
    let newest = offers.sorted { $0.properties.created > $1.properties.created }
    try Console.print(lines(types ? typeRows(newest) : newest.map(offerRow)))
  }

  /// The same for drop targets: each name once.
  static func printTargets() throws(Failure) {
    guard let connection = try? BrokerConnection.session(),
      let request = try? BrokerCall<[ListedTarget]>.targets(),
      let targets = try? connection.perform(request.startingNothing(), timeout: 1000)
    else { return }
    var seen: Set<String> = []
    let rows = targets.map(\.properties).filter { seen.insert($0.name).inserted }
      .map { (Printable.line($0.name), $0.label) }
    try Console.print(lines(rows))
  }

  /// The same for the types on the clipboard; nothing without a running dragclip.
  static func printPastable() throws(Failure) {
    guard let connection = try? BrokerConnection.session(),
      let request = try? BrokerCall<CurrentContent>.currentClipboard(CurrentCall()),
      let content = try? connection.perform(request.startingNothing(), timeout: 1000)
    else { return }
    let names = content.targets.filter { !TargetName.isMetadata($0) }
    try Console.print(lines(names.map { (Printable.line($0), "") }))
  }

  /// The same for the entries of the history.
  static func printHistory() throws(Failure) {
    guard let connection = try? BrokerConnection.session(),
      let request = try? BrokerCall<[HistoryEntry]>.clipboardHistory(),
      let entries = try? connection.perform(request.startingNothing(), timeout: 1000)
    else { return }
    let rows = entries.enumerated().map { index, entry in
      (
        entry.id.map { Printable.line($0) } ?? String(index + 1),
        HistoryContent(of: entry, connection).line ?? entry.types.first?.essence ?? ""
      )
    }
    try Console.print(lines(rows))
  }

  private static func offerRow(_ offer: ListedOffer) -> (String, String) {
    let types = offer.properties.types.map(\.description).joined(separator: " ")
    let label = offer.properties.label.isEmpty ? types : offer.properties.label
    return (offer.id.description, label)
  }

  /// Without parameters, which would need quotes; a type without parameters also accepts one with them.
  private static func typeRows(_ offers: [ListedOffer]) -> [(String, String)] {
    var seen: Set<String> = []
    return offers.flatMap(\.properties.types).map(\.essence)
      .filter { seen.insert($0).inserted }.map { ($0, "") }
  }

  private static func lines(_ rows: [(String, String)]) -> String {
    rows.map { value, description in
      description.isEmpty ? "\(value)\n" : "\(value)\t\(Printable.line(description))\n"
    }.joined()
  }
}
