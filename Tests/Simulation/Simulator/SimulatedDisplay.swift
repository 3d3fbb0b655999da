internal import CSimulation
internal import DisplaySelections
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// The clipboard of a display, which all programs of a run share.
final class DisplayServer {
  /// Who owns the clipboard.
  struct Owner {
    var serial: Int
    var targets: [String]
    /// Nil for dragclip.
    var bytes: [UInt8]?
  }

  private(set) var owner: Owner?
  private(set) var serial = 0
  weak var display: SimulatedDisplay?
  let oracle = ClipboardOracle()

  /// A program copies something or, with nil, the owner has gone.
  func set(_ owner: (targets: [String], bytes: [UInt8]?)?) {
    serial += 1
    self.owner = owner.map { Owner(serial: serial, targets: $0.targets, bytes: $0.bytes) }
    display?.changed()
  }
}

/// What dragclip sees of it. As on X11, it is told of a new owner first, and of the owner's targets later.
final class SimulatedDisplay: SelectionDisplay {
  private let server: DisplayServer
  private let loop: EventLoop
  private let workers: WorkerPool
  private let remote: LoopRemote
  private let process = sim_current()
  private let known: OwnerWaiters
  private var isUnknown = false
  private var isOpen = true
  private var reads: UInt64 = 0
  private var waiting: [() -> Void] = []
  var onEvent: ((SelectionEvent) -> Void)?
  let selections: Set<ClipboardSelection> = [.clipboard]

  init(_ server: DisplayServer, _ loop: EventLoop, _ workers: WorkerPool) {
    self.server = server
    self.loop = loop
    self.workers = workers
    remote = loop.remote
    known = OwnerWaiters(loop)
    server.display = self
  }

  /// On any thread.
  func changed() {
    guard sim_is_dead(process) == 0 else { return }
    nonisolated(unsafe) let display = self
    remote.post { display.ownerChanged() }
  }

  private func ownerChanged() {
    guard isOpen else { return }
    let serial = server.serial
    let isOwn = server.owner != nil && server.owner?.bytes == nil
    isUnknown = true
    // An owner may be slow; this program never is.
    let delay = isOwn ? sim_random(2_000) : sim_random(3) == 0 ? sim_random(2_900_000) : 500
    loop.after(microseconds: delay) { [weak self] in
      guard let self, isOpen, serial == server.serial else { return }
      isUnknown = false
      let owner = server.owner
      onEvent?(
        .changed(
          .clipboard, owner.map { OwnedSelection(targets: $0.targets, isOwn: $0.bytes == nil) },
          .set))
      known.ownerIsKnown(.clipboard)
      let visible = waiting
      waiting = []
      for then in visible { then() }
    }
  }

  func read(
    _ target: String, of selection: ClipboardSelection, into pipe: consuming OwnedFileDescriptor,
    ended: @escaping (ReadEnd) -> Void
  ) -> ReadID {
    reads += 1
    let bytes = server.owner?.bytes ?? []
    let pipe = SharedDescriptor(pipe)
    workers.run(lane: .read(1_000_000 + reads)) { () -> Bool in
      (try? pipe.descriptor.write(all: bytes)) != nil
    } then: { isWritten in
      ended(isWritten ? .complete(bytes: UInt64(bytes.count)) : .failed("nobody reads"))
    }
    return ReadID(number: reads)
  }

  func cancel(_ read: ReadID) {}

  func own(_ selection: ClipboardSelection, targets: [String]) { server.set((targets, nil)) }

  func disown(_ selection: ClipboardSelection) {
    guard let owner = server.owner, owner.bytes == nil else { return }
    server.set(nil)
  }

  func whenKnown(_ selection: ClipboardSelection, _ then: @escaping () -> Void) {
    if isUnknown { known.add(selection, then) } else { then() }
  }

  func whenVisible(_ then: @escaping () -> Void) {
    let isForeign = server.owner?.bytes != nil
    if isUnknown, !isForeign { waiting.append(then) } else { then() }
  }

  func answer(
    _ request: RequestID, with content: consuming OwnedFileDescriptor, size: UInt64?,
    ended: @escaping (AnswerEnd) -> Void
  ) {
    loop.next { ended(.failed("nobody has asked")) }
  }

  func refuse(_ request: RequestID) {}

  func close() { isOpen = false }
}
