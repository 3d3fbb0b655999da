internal import DBus
internal import DragModel
internal import DragProtocol

/// Somebody on the loop who is told how far a transfer is.
final class TransferFollower {
  private var properties = TransferProperties()
  private var meter = ProgressMeter()
  private let tell: (TransferProgress) -> Void

  init(_ tell: @escaping (TransferProgress) -> Void) {
    self.tell = tell
  }

  func update(_ signal: Message) {
    // What a newer or a broken dragd says beside the contract is no progress.
    guard (try? properties.update(signal)) == true else { return }
    tell(meter.progress(bytes: properties.bytes, total: properties.size))
  }
}

extension Engine {
  func follow(_ transfer: Identifier, _ tell: @escaping (TransferProgress) -> Void) {
    followers[transfer] = TransferFollower(tell)
  }
}
