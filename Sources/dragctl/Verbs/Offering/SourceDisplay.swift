internal import DBus
internal import DragModel
internal import DragProtocol
internal import Translations

/// Shows a source's transfers on standard error: their progress, and a line for each that has ended.
final class SourceDisplay {
  private let style: Progress.Style
  private let board: TransferTable

  init(_ style: Progress.Style) {
    self.style = style
    board = TransferTable(style)
  }

  var hasTransfers: Bool { board.hasTransfers }

  var transfers: [Identifier] { board.transfers }

  func addTransfer(_ id: Identifier, _ name: String, _ size: UInt64?) {
    var properties = TransferProperties()
    properties.size = size
    board.addTransfer(id, name, properties)
  }

  /// Handles a PropertiesChanged; for held content it is the first message of a transfer.
  func update(_ id: Identifier, _ signal: Message) {
    var properties = TransferProperties()
    guard (try? properties.update(signal)) == true else { return }
    switch properties.state {
    case .pending, .running:
      board.addTransfer(
        id, translated("transfer {id}", ["id": id.description.prefix(8)]), properties)
    // The last signal may come after Ended, when the transfer is already removed.
    case .delivered, .finished, .failed, .cancelled: break
    }
    board.update(id, signal)
  }

  func end(_ call: EndedCall) {
    let name =
      call.transfer.flatMap { board[$0]?.name } ?? translated("item {index}", ["index": call.item])
    if let transfer = call.transfer { board.end(transfer) }
    if let failure = call.failure {
      note(
        translated("{name}: not transferred: {reason}", ["name": name, "reason": failure.message]))
    } else {
      switch style {
      case .hidden: break
      case .bar, .lines:
        note(
          translated(
            "{name}: {size} transferred", ["name": name, "size": Measure.bytes(call.bytes)]))
      }
    }
  }

  /// Ends all transfers, because dragd has ended.
  func endAll() {
    let names = board.transfers.sorted().compactMap { board[$0]?.name }
    board.endAll()
    for name in names {
      note(translated("{name}: not transferred: dragd ended", ["name": name]))
    }
  }

  func note(_ text: String) {
    try? board.note(text)
  }

  func clear() {
    board.clear()
  }
}
