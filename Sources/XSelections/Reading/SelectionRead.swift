internal import DisplaySelections
internal import DragSystem

/// A read that is under way, or that has ended while its owner may still write: its state, its window, and what waits
/// for its end.
final class SelectionRead {
  var state = IncrementalRead()
  /// After the end.
  var discard: ChunkDiscard?
  let selection: Atom
  let destination: any ReadDestination
  /// Nil until the read has one.
  var window: Window?
  var target: Atom = 0
  /// The time that the owner is asked with.
  var time: UInt32 = 0
  /// 0 until it is known, and when it is gone.
  var owner: Window = 0
  /// The answer was no, and came before it is known whether anybody owns the selection: the server refuses for nobody.
  var isRefusedEarly = false
  /// Of what it waits for.
  var timer: DragSystem.Timer?
  /// How long it keeps others from beginning.
  var turn: DragSystem.Timer?
  var ended: ((ReadEnd) -> Void)?

  init(
    selection: Atom, destination: any ReadDestination, ended: @escaping (ReadEnd) -> Void
  ) {
    self.selection = selection
    self.destination = destination
    self.ended = ended
  }
}

extension SelectionRead: Hashable {
  static func == (one: SelectionRead, other: SelectionRead) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
