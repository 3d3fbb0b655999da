internal import DragModel
internal import DragSystem

/// Offers that programs have just begun to paste.
///
/// A program that pastes from a Wayland compositor may handle the end of the selection before it reads its pipe:
/// wl-paste then says “No selection” and drops the bytes. So a selection whose last use a paste has made ends a little
/// later.
final class RecentPastes {
  /// In microseconds: for a program that waits for a processor.
  private static let grace: UInt64 = 1_000_000

  private let loop: EventLoop
  private let ended: (Identifier) -> Void
  private var timers: [Identifier: LoopTimer] = [:]
  private var waiting: Set<Identifier> = []

  /// - Parameter ended: gets each offer of `offerEnded`, at once or after the grace, on the loop.
  init(_ loop: EventLoop, ended: @escaping (Identifier) -> Void) {
    self.loop = loop
    self.ended = ended
  }

  func pasteBegan(_ offer: Identifier) {
    timers[offer]?.cancel()
    timers[offer] = loop.after(microseconds: Self.grace) { [weak self] in self?.graceIsOver(offer) }
  }

  func offerEnded(_ offer: Identifier) {
    if timers[offer] == nil { ended(offer) } else { waiting.insert(offer) }
  }

  private func graceIsOver(_ offer: Identifier) {
    timers[offer] = nil
    if waiting.remove(offer) != nil { ended(offer) }
  }
}
