internal import DisplaySelections
internal import DragModel
internal import DragSystem
internal import WaylandSelections

/// The first seat of a Wayland compositor. It retains the `WaylandDisplay`, which a seat does not.
final class WaylandSession: SelectionDisplay {
  private let display: WaylandDisplay
  private let seat: WaylandSeat

  static func connect(
    _ loop: EventLoop, _ workers: WorkerPool
  ) throws(WaylandError) -> WaylandSession {
    let display = try WaylandDisplay(loop: loop, pool: workers)
    guard let seat = display.seats.first else { throw .noSeat(path: "WAYLAND_DISPLAY") }
    return WaylandSession(display, seat)
  }

  private init(_ display: WaylandDisplay, _ seat: WaylandSeat) {
    self.display = display
    self.seat = seat
  }

  var onEvent: ((SelectionEvent) -> Void)? {
    get { seat.onEvent }
    set { seat.onEvent = newValue }
  }

  var selections: Set<ClipboardSelection> { seat.selections }

  func read(
    _ target: String, of selection: ClipboardSelection, into pipe: consuming OwnedFileDescriptor,
    ended: @escaping (ReadEnd) -> Void
  ) -> ReadID {
    seat.read(target, of: selection, into: pipe, ended: ended)
  }

  func cancel(_ read: ReadID) { seat.cancel(read) }

  func own(_ selection: ClipboardSelection, targets: [String]) {
    seat.own(selection, targets: targets)
  }

  func disown(_ selection: ClipboardSelection) { seat.disown(selection) }

  func whenKnown(_ selection: ClipboardSelection, _ then: @escaping () -> Void) {
    seat.whenKnown(selection, then)
  }

  func whenVisible(_ then: @escaping () -> Void) { seat.whenVisible(then) }

  func answer(
    _ request: RequestID, with content: consuming OwnedFileDescriptor, size: UInt64?,
    ended: @escaping (AnswerEnd) -> Void
  ) {
    seat.answer(request, with: content, size: size, ended: ended)
  }

  func refuse(_ request: RequestID) { seat.refuse(request) }

  func whetherGoesOn(_ then: @escaping (Bool) -> Void) { then(display.answersAnew(within: 1_000)) }

  func close() { seat.close() }
}
