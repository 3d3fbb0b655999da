import Foundation
import Harness
import Synchronization

/// A stand-in for a service manager, instead of activation by the bus: it starts the next dragd as soon as one was
/// killed, and passes it the descriptors of the last one, so that it restores the offers.
final class Manager: Sendable {
  private struct State {
    var dragds: [Program] = []
    var isStopping = false
    var failure: (any Error)?
  }

  private let folder: TemporaryFolder
  private let store: DescriptorStore
  private let environment: @Sendable (_ start: Int) -> [String: String]
  private let state = Mutex(State())

  /// - Parameter environment: the environment of the dragd of each start.
  init(environment: @escaping @Sendable (_ start: Int) -> [String: String]) throws {
    folder = try TemporaryFolder("manager", inMemory: true)
    store = try DescriptorStore(in: folder)
    self.environment = environment
    guard let first = startNext() else { throw HarnessFailure("dragd cannot be started") }
    Thread.detachNewThread { [self] in
      var dragd: Program? = first
      while let running = dragd {
        guard (try? running.wait(within: .seconds(3600), untilOutputEnds: false)) != nil else {
          return
        }
        dragd = startNext()
      }
    }
  }

  private func startNext() -> Program? {
    state.withLock { state in
      guard !state.isStopping else { return nil }
      do {
        try store.settle()
        let dragd = try store.start(Built.dragd, environment: environment(state.dragds.count))
        state.dragds.append(dragd)
        return dragd
      } catch {
        state.failure = error
        return nil
      }
    }
  }

  /// Ends dragd; returns what is wrong then.
  func close() -> [String] {
    let dragds = state.withLock { state in
      state.isStopping = true
      return state.dragds
    }
    var wrong: [String] = []
    if (try? dragds.last?.terminate(within: Stage.limit)) == nil {
      wrong.append("dragd does not end")
    }
    try? store.settle()
    wrong += store.names.map { "the manager still holds \($0)" }
    for dragd in dragds { dragd.close() }
    store.close()
    folder.remove()
    if let failure = state.withLock({ $0.failure }) { wrong.append("\(failure)") }
    return wrong
  }
}
