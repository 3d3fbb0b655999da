internal import DBus
internal import DragModel
internal import DragProtocol

/// Follows a transfer's progress on the loop's thread.
final class TransferFollower {
  private var properties = TransferProperties()
  private var meter = ProgressMeter()
  private let tell: (TransferProgress) -> Void

  init(_ tell: @escaping (TransferProgress) -> Void) {
    self.tell = tell
  }

  func update(_ signal: Message) {
    // A signal of a newer or broken dragd that does not match the contract is no progress.
    guard (try? properties.update(signal)) == true else { return }
    tell(meter.progress(bytes: properties.bytes, total: properties.size))
  }
}

extension Engine {
  func follow(_ transfer: Identifier, _ tell: @escaping (TransferProgress) -> Void) {
    followers[transfer] = TransferFollower(tell)
  }
}
