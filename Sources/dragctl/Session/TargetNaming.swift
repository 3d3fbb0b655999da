internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Translations

// How people name a drop target: its name, its id, the start of its id, or its path.

extension BrokerConnection {
  /// Every drop target, oldest first.
  func targets() throws(Failure) -> [ListedTarget] {
    try ask { () throws(RequestError) in try .targets() }
  }

  /// Has the bus start the programs that have targets without a window, and waits until those are there.
  ///
  /// - Returns: why programs could not be started.
  func startTargets() throws(Failure) -> [String] {
    var reasons: [String] = []
    for service in try ask({ () throws(RequestError) in try .targetServices() }) {
      do throws(Failure) {
        try ask { () throws(RequestError) in try .start(service) }
      } catch {
        reasons.append(
          translated(
            "{program} cannot be started: {reason}",
            ["program": service, "reason": error.message]))
      }
    }
    return reasons
  }

  func target(named argument: Argument) throws(Failure) -> Identifier {
    let text = argument.text
    if let id = Identifier(targetPath: text) { return id }
    if let id = try targets().only(named: text) { return id }
    let missing = try startTargets()
    let targets = try targets()
    if let id = try targets.only(named: text) { return id }
    let names = Set(targets.map(\.properties.name)).sorted().joined(separator: ", ")
    let others =
      names.isEmpty
      ? translated("There is none at all.") : translated("There are: {names}.", ["names": names])
    throw Failure(
      .notFound, translated("no target is called “{name}”", ["name": text]),
      hint: ([others] + missing).joined(separator: " "))
  }
}

extension [ListedTarget] {
  /// The one target that a person has named, nil if there is none.
  fileprivate func only(named text: String) throws(Failure) -> Identifier? {
    let exact = filter { $0.properties.name == text }
    let named =
      exact.isEmpty ? filter { $0.properties.name.lowercased() == text.lowercased() } : exact
    if named.count == 1 { return named[0].id }
    guard named.isEmpty else {
      let list = named.map { "\($0.id) (\($0.properties.ownerText))" }.joined(separator: ", ")
      throw .usage(
        translated(
          "{count} targets are called “{name}”: {list}",
          ["count": named.count, "name": text, "list": list]), hint: translated("Give an id."))
    }
    if let id = Identifier(text.lowercased()) { return id }
    let beginning = text.lowercased()
    guard !beginning.isEmpty, contains(where: { $0.id.description.hasPrefix(beginning) }) else {
      return nil
    }
    return try Naming.only(
      beginning, among: map(\.id),
      none: translated("no target begins with “{beginning}”", ["beginning": beginning]))
  }
}

extension TargetProperties {
  /// For people: its owner, as far as it is known.
  var ownerText: String { application.isEmpty ? owner : application }
}
