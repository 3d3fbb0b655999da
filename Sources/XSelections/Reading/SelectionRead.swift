internal import DisplaySelections
internal import DragSystem

/// A read that is under way, or that has ended while its owner may still write.
final class SelectionRead {
  var state = IncrementalRead()
  /// The deletion of later chunks, after the end.
  var discard: ChunkDiscard?
  let selection: Atom
  let destination: any ReadDestination
  /// Nil until the read starts.
  var window: Window?
  var target: Atom = 0
  /// The time in the request to the owner.
  var time: UInt32 = 0
  /// 0 while it is unknown, and after its end.
  var owner: Window = 0
  /// The conversion was refused while the owner was unknown. The server refuses too if the selection has no owner.
  var isRefusedEarly = false
  /// The time limit of what the read waits for.
  var timer: LoopTimer?
  /// The time limit after which the read no longer keeps others from starting.
  var turn: LoopTimer?
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
