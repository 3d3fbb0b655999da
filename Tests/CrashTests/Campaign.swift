import Foundation
import Harness
import Synchronization

/// The surroundings in which a worker performs its runs, one after the other.
protocol CrashStage: SendableMetatype {
  init() throws
  func perform(_ plan: Plan) throws -> CrashRun.Outcome
  /// Ends the processes; returns what is left and should not be.
  func leave() throws -> [String]
  func close()
}

/// Performs plans, two at a time.
final class Campaign: Sendable {
  private struct State {
    var next = 0
    var tally = Tally()
    var failure: (any Error)?
  }

  private static let workers = 2
  private let plans: [Plan]
  private let state = Mutex(State())
  /// Gets the progress now and then.
  private let report: @Sendable (String) -> Void

  init(_ plans: [Plan], report: @escaping @Sendable (String) -> Void = { _ in }) {
    self.plans = plans
    self.report = report
  }

  func perform(on kind: (some CrashStage).Type) throws -> Tally {
    DispatchQueue.concurrentPerform(iterations: Self.workers) { _ in
      do {
        let stage = try kind.init()
        defer { stage.close() }
        while let plan = next() { add(try stage.perform(plan)) }
        let left = try stage.leave()
        guard left.isEmpty else { throw HarnessFailure(left.joined(separator: "\n")) }
      } catch {
        state.withLock { $0.failure = error }
      }
    }
    return try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.tally
    }
  }

  private func next() -> Plan? {
    state.withLock { state in
      guard state.failure == nil, state.next < plans.count else { return nil }
      defer { state.next += 1 }
      return plans[state.next]
    }
  }

  private func add(_ outcome: CrashRun.Outcome) {
    let words = state.withLock { state -> String? in
      state.tally.add(outcome)
      let runs = state.tally.total.runs
      if !outcome.faults.isEmpty { return "\n\(outcome.log)\n" }
      guard runs.isMultiple(of: 1000) || runs == plans.count else { return nil }
      return "\n\(runs) runs of \(plans.count)\n\(state.tally.table)\n"
    }
    if let words { report(words) }
  }
}
