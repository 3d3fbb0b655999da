internal import DisplaySelections
internal import DragSystem
internal import WaylandSelections
internal import XSelections

/// Why there is no display, for people.
struct DisplayFailure: Error {
  let message: String
}

/// Finds the display to work with: the first kind that works, and only one. Two at a time would copy each other's
/// selections in a circle, for compositors show one clipboard to both kinds of programs.
enum DisplayChoice {
  static func connect(
    _ kind: DisplayKind?, _ loop: EventLoop, _ workers: WorkerPool,
    then: @escaping (Result<any SelectionDisplay, DisplayFailure>) -> Void
  ) {
    var reasons: [String] = []
    if kind != .x11 {
      do throws(WaylandError) {
        return then(.success(try WaylandSession.connect(loop, workers)))
      } catch {
        reasons.append("\(error)")
      }
    }
    guard kind != .wayland else { return then(.failure(failure(reasons))) }
    XDisplay.connect(on: loop, pool: workers) { result in
      switch result {
      case .success(let display): then(.success(display))
      case .failure(let failure): then(.failure(Self.failure(reasons + ["\(failure)"])))
      }
    }
  }

  private static func failure(_ reasons: [String]) -> DisplayFailure {
    DisplayFailure(
      message: "there is no clipboard to work with: " + reasons.joined(separator: "; "))
  }
}
