internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Translations

/// Something that `dragctl clipboard` does to entries of the history.
enum HistoryAction {
  case copy(ClipboardSelection)
  case pin
  case unpin
  case forget

  /// Does it to each entry, and says of each that it is done.
  func perform(
    on entries: [NumberedEntry], _ connection: BrokerConnection, printsJSON: Bool
  ) throws(Failure) {
    for entry in entries {
      try connection.askClipboard { () throws(RequestError) in try call(entry.entry.offer) }
      if !printsJSON { try report(entry) }
    }
    if printsJSON { try Console.print(JSON.array(entries.map(\.json))) }
  }

  /// Takes everything out of the history, also what joins it meanwhile, or has no offer.
  static func forgetAll(_ connection: BrokerConnection, printsJSON: Bool) throws(Failure) {
    let entries = try connection.historyEntries()
    do throws(Failure) {
      try connection.askClipboard { () throws(RequestError) in try .forgetClipboard(nil) }
    } catch {
      // An older dragclip forgets them one by one.
      guard error.code == .invalidArguments else { throw error }
      for entry in entries {
        do throws(Failure) {
          try connection.askClipboard { () throws(RequestError) in
            try .forgetClipboard(entry.entry.offer)
          }
        } catch {
          guard error.code == .noSuchOffer else { throw error }
        }
      }
    }
    guard !printsJSON else { return try Console.print(JSON.array(entries.map(\.json))) }
    for entry in entries { try forget.report(entry) }
  }

  private func call(_ offer: Identifier) throws(RequestError) -> BrokerCall<Void> {
    switch self {
    case .copy(let selection):
      try .copyToClipboard(CopyCall(offer: offer, selection: selection))
    case .pin: try .pinClipboard(offer)
    case .unpin: try .unpinClipboard(offer)
    case .forget: try .forgetClipboard(offer)
    }
  }

  private func report(_ entry: NumberedEntry) throws(Failure) {
    let text =
      switch self {
      case .copy: translated("copied {entry}", ["entry": entry.line])
      case .pin: translated("pinned {entry}", ["entry": entry.line])
      case .unpin: translated("unpinned {entry}", ["entry": entry.line])
      case .forget: translated("forgot {entry}", ["entry": entry.line])
      }
    try Console.print(text + "\n")
  }
}
