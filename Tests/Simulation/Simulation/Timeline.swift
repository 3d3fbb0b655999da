internal import CSimulation

/// What happens in a run, to be told as a story.
package final class Timeline {
  private struct Event {
    let time: UInt64
    let process: Int32
    let text: String
  }

  private var events: [Event] = []
  private var names: [Int32: String] = [:]
  /// Whether lines are written to standard error as they come.
  package var isLive = false

  /// One of a process: the listener of the scheduler has no place for it.
  nonisolated(unsafe) private static var current: Timeline?

  package init() {
    Self.current = self
    sim_listen { process, event in
      Timeline.current?.add(String(cString: event), of: process)
    }
  }

  package func name(_ process: Int32, _ name: String) { names[process] = name }

  package func add(_ text: String, of process: Int32? = nil) {
    let event = Event(time: VirtualTime.elapsed, process: process ?? sim_current(), text: text)
    events.append(event)
    if isLive { sim_print(line(event)) }
  }

  private func line(_ event: Event) -> String {
    let milliseconds = event.time / 1_000_000
    let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
    let name = names[event.process] ?? ""
    let time = String(repeating: " ", count: max(0, 6 - String(milliseconds / 1_000).count))
    return
      "\(time)\(milliseconds / 1_000).\(fraction)  \(name)\(name.isEmpty ? "" : " ")\(event.text)"
  }

  /// At most that many lines: the beginning, and more of the end.
  package func story(atMost limit: Int = 60) -> [String] {
    let lines = events.map { line($0) }
    guard lines.count > limit else { return lines }
    let (first, last) = (limit / 3, limit - limit / 3 - 1)
    return lines.prefix(first) + ["        … \(lines.count - first - last) more …"]
      + lines.suffix(last)
  }
}
