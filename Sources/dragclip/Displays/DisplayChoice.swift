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
/// X11 programs, so two connections would copy each other's selections in a circle. Where there is none at all, as on a
/// server, the clipboard is in memory.
final class DisplayChoice {
  typealias Found = Result<any SelectionDisplay, DisplayFailure>

  private let loop: EventLoop
  private let workers: WorkerPool
  private let log: Log
  private var kinds: ArraySlice<DisplayKind>
  private var reasons: [String] = []
  /// Whether there is a display, though it cannot be used.
  private var isThere = false
  /// Whether the person wants this kind and no other.
  private let isFixed: Bool
  private let then: (Found) -> Void

  /// Tries `kind`, or each kind in the order of `kinds`. Calls `then` once, on the loop.
  static func connect(
    _ kind: DisplayKind?, _ loop: EventLoop, _ workers: WorkerPool, _ log: Log,
    then: @escaping (Found) -> Void
  ) {
    let choice = DisplayChoice(
      kind.map { [$0] } ?? kinds, isFixed: kind != nil, loop, workers, log, then)
    choice.tryNext()
  }

  /// The best first. mutter also serves sessions without Wayland, but their X server has PRIMARY, and reads no copy
  /// before a program pastes it.
  private static var kinds: [DisplayKind] {
    let isXSession = Environment["WAYLAND_DISPLAY"] == nil && Environment["DISPLAY"] != nil
    return isXSession ? [.wayland, .x11, .mutter] : [.wayland, .mutter, .x11]
  }

  private init(
    _ kinds: [DisplayKind], isFixed: Bool, _ loop: EventLoop, _ workers: WorkerPool, _ log: Log,
    _ then: @escaping (Found) -> Void
  ) {
    self.kinds = kinds[...]
    self.isFixed = isFixed
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
    case .memory?: useMemory()
    case nil where isFixed || isThere:
      let message = "no clipboard can be used: " + reasons.joined(separator: "; ")
      then(.failure(DisplayFailure(message: message)))
    case nil:
      let message =
        "there is no display, so the clipboard is in memory: " + reasons.joined(separator: "; ")
      // Somebody may wait for a display that the environment names.
      if Display.isNamed { log.warning(message) } else { log.detail(message) }
      useMemory()
    }
  }

  private func useMemory() { then(.success(MemorySelections(loop))) }

  private func tryWayland() {
    do throws(WaylandError) {
      then(.success(try WaylandSession.connect(loop, workers)))
    } catch {
      failed("\(error)", isThere: error.isOfCompositor)
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
      failed("\(error)", isThere: error != .notRunning)
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
      case .failure(let failure): failed("\(failure)", isThere: failure.isOfServer)
      }
    }
  }

  private func failed(_ reason: String, isThere: Bool) {
    reasons.append(reason)
    self.isThere = self.isThere || isThere
    tryNext()
  }
}

/// What the environment says of a display.
enum Display {
  static let variables = ["WAYLAND_DISPLAY", "DISPLAY"]

  static var isNamed: Bool { variables.contains { Environment[$0] != nil } }
}

extension WaylandError {
  /// Whether there is a compositor.
  fileprivate var isOfCompositor: Bool {
    switch self {
    case .noName, .noRuntimeFolder, .cannotConnect: false
    case .system, .noAnswer, .lost, .noDataControl, .noSeat: true
    }
  }
}

extension ConnectionFailure {
  /// Whether there is an X server. One that does not know the cookie refuses as one that is not there.
  fileprivate var isOfServer: Bool {
    switch self {
    case .noDisplay, .badName: return false
    case .refused(let display):
      let number = display.split(separator: ":").last?.prefix { $0 != "." } ?? ""
      let isLocal = display.hasPrefix(":") || display.hasPrefix("unix:")
      return isLocal
        && (try? FileStatus.of(path: Array("/tmp/.X11-unix/X\(number)".utf8))) ?? nil != nil
    case .lost, .noXFixes, .silent, .system: return true
    }
  }
}
