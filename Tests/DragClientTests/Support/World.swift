import DragClient
import Harness
import Testing

/// A private bus with dragd on it, for one test.
final class World {
  let fixture: Fixture
  let bus: PrivateBus
  private(set) var daemon: Program

  static func run(
    _ kind: PrivateBus.Kind = .dbusDaemon, _ body: (World) async throws -> Void
  ) async throws {
    try await Fixture.runInTurn { fixture in
      let world = try World(fixture, kind)
      try await world.waitForDragd()
      try await body(world)
    }
  }

  private init(_ fixture: Fixture, _ kind: PrivateBus.Kind) throws {
    self.fixture = fixture
    bus = try fixture.bus(kind)
    daemon = try fixture.start(Built.dragd, on: bus)
  }

  func client() async throws -> DragClient {
    try await DragClient.connect(to: .address(bus.address))
  }

  private func waitForDragd() async throws {
    let client = try await client()
    try await eventually("dragd has its name") { () async throws in
      do throws(DragError) {
        _ = try await client.targets()
        return true
      } catch {
        guard error.code == .noBroker else { throw error }
        return false
      }
    }
  }

  /// Kills dragd and starts it again.
  func restartDragd() async throws {
    daemon.kill()
    _ = try daemon.wait()
    daemon = try fixture.start(Built.dragd, on: bus)
    try await waitForDragd()
  }
}

/// Waits until the condition holds, and leaves the thread to others meanwhile. A late answer is still an answer: this
/// checks the condition once more after the time has passed.
func eventually(
  within limit: Duration = Timeout.usual, _ what: String,
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  var isLastLook = false
  while try await !condition() {
    guard !isLastLook else { throw HarnessFailure("\(what) did not come true within \(limit)") }
    isLastLook = ContinuousClock.now >= end
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// The error that something fails with; records an issue when it does not.
func failure<Value>(
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws(DragError) -> Value
) async -> DragError? {
  do throws(DragError) {
    let value = try await body()
    Issue.record("it gave \(value)", sourceLocation: sourceLocation)
    return nil
  } catch {
    return error
  }
}

/// The next event that a condition picks, within a generous time.
func next<Event: Sendable, Picked: Sendable>(
  of events: AsyncStream<Event>, _ what: String,
  where pick: @escaping @Sendable (Event) -> Picked?
) async throws -> Picked {
  let found = try await withThrowingTaskGroup(of: Picked?.self) { group in
    group.addTask {
      for await event in events {
        if let picked = pick(event) { return picked }
      }
      return nil
    }
    group.addTask {
      try await Task.sleep(for: Timeout.usual)
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
  guard let found else { throw HarnessFailure("\(what) did not happen") }
  return found
}
