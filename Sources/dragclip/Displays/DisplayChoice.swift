internal import DisplaySelections
internal import DragSystem
internal import MutterSelections
internal import ServiceLog
internal import WaylandSelections
internal import XSelections

/// Why no display works, for people.
struct DisplayFailure: Error {
  let message: String
}

/// Connects to the first kind of display that works, and only to that: compositors show one clipboard to Wayland and
/// X11 programs, so two connections would copy each other's selections in a circle.
final class DisplayChoice {
  typealias Found = Result<any SelectionDisplay, DisplayFailure>

  private let loop: EventLoop
  private let workers: WorkerPool
  private let log: Log
  private var kinds: ArraySlice<DisplayKind>
  private var reasons: [String] = []
  private let then: (Found) -> Void

  /// Tries `kind`, or each kind in the order of `kinds`. Calls `then` once, on the loop.
  static func connect(
    _ kind: DisplayKind?, _ loop: EventLoop, _ workers: WorkerPool, _ log: Log,
    then: @escaping (Found) -> Void
  ) {
    let choice = DisplayChoice(kind.map { [$0] } ?? kinds, loop, workers, log, then)
    choice.tryNext()
  }

  /// The best first. mutter also serves sessions without Wayland, but their X server has PRIMARY, and reads no copy
  /// before a program pastes it.
  private static var kinds: [DisplayKind] {
    let isXSession = Environment["WAYLAND_DISPLAY"] == nil && Environment["DISPLAY"] != nil
    return isXSession ? [.wayland, .x11, .mutter] : [.wayland, .mutter, .x11]
  }

  private init(
    _ kinds: [DisplayKind], _ loop: EventLoop, _ workers: WorkerPool, _ log: Log,
    _ then: @escaping (Found) -> Void
  ) {
    self.kinds = kinds[...]
    self.loop = loop
    self.workers = workers
    self.log = log
    self.then = then
  }

  private func tryNext() {
    switch kinds.popFirst() {
    case .wayland?: tryWayland()
    case .mutter?: tryMutter()
    case .x11?: tryX11()
    case nil:
      let message = "no clipboard can be used: " + reasons.joined(separator: "; ")
      then(.failure(DisplayFailure(message: message)))
    }
  }

  private func tryWayland() {
    do throws(WaylandError) {
      then(.success(try WaylandSession.connect(loop, workers)))
    } catch {
      failed("\(error)")
    }
  }

  private func tryMutter() {
    do throws(MutterError) {
      let connection = try MutterConnection(loop, workers)
      let display = try MutterSelections(on: connection.bus, loop: loop, pool: workers)
      connection.serve(display)
      keep(connection, for: display)
      then(.success(display))
    } catch {
      failed("\(error)")
    }
  }

  private func keep(_ connection: MutterConnection, for display: MutterSelections) {
    do throws(SystemError) {
      try connection.keepWhilePasting(display)
    } catch {
      log.warning("if dragclip is killed, some X11 programs will wait for ever: \(error)")
    }
  }

  private func tryX11() {
    XDisplay.connect(on: loop, pool: workers) { [self] result in
      switch result {
      case .success(let display): then(.success(display))
      case .failure(let failure): failed("\(failure)")
      }
    }
  }

  private func failed(_ reason: String) {
    reasons.append(reason)
    tryNext()
  }
}
