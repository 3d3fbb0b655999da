import Harness

/// Limits how many tests run at a time. All start together on the few threads that tasks share, and the start of a bus
/// occupies one of them: a test that has to answer dragd within two seconds would wait for all the buses first.
actor Turns {
  static let shared = Turns(4)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private init(_ count: Int) {
    free = count
  }

  nonisolated func run<Value>(_ body: () async throws -> Value) async throws -> Value {
    await waitForTurn()
    do {
      let value = try await body()
      await end()
      return value
    } catch {
      await end()
      throw error
    }
  }

  private func waitForTurn() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Resumes the test that waits longest.
  private func end() {
    guard waiting.isEmpty else { return waiting.removeFirst().resume() }
    free += 1
  }
}

extension Fixture {
  /// `runAsync`, when it is this test's turn.
  static func runInTurn<Value>(_ body: (Fixture) async throws -> Value) async throws -> Value {
    try await Turns.shared.run { try await runAsync(body) }
  }
}
