import DragSystem
import Foundation
import Synchronization

/// A list that several threads add to.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }
  var count: Int { all.count }
  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

// Foundation has this name too.
typealias Pipe = DragSystem.Pipe

struct Failed: Error {
  var call: String
  var errno = Foundation.errno
}

/// A pipe as two numbers, both ends blocking and closed on exec.
func rawPipe() throws -> (reader: Int32, writer: Int32) {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { throw Failed(call: "pipe") }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// The pipes, memfds and test's files that this process has open; only meaningful in a process of its own (an exit
/// test). Other kinds come and go as Dispatch likes.
func openDescriptors() -> [String] {
  descriptors { $0.hasPrefix("pipe:") || $0.contains("memfd:") || $0.contains("dragsystem-") }
}

func descriptors(where isWanted: (String) -> Bool) -> [String] {
  let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return numbers.compactMap { number in
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"))
      .flatMap { isWanted($0) ? "\(number) \($0)" : nil }
  }.sorted()
}

extension EventLoop {
  /// Turns until the condition holds; false when the limit passed first.
  func turn(until condition: () -> Bool, limit seconds: Double = 30) -> Bool {
    let end = now + UInt64(seconds * 1_000_000)
    while !condition() {
      guard now < end else { return false }
      turn(timeout: 50)
    }
    return true
  }
}
