import Foundation
import Harness
import Testing

/// Moves between real processes with durable stores. The processes are killed (SIGKILL) at each step of the protocol,
/// one, two or all three of them, and again while they recover. Then all are started again, and every item must be in
/// exactly one place, whole, with nothing left over and no process hanging.
///
/// The steps are fail points in the programs (`FailPoint`). A move without kills counts them, so new ones are covered
/// automatically. A proxy that stops the bus between two messages would need no help from the programs, but it sees
/// only messages: of the writes of one process between two messages (the note, the hidden file, its name, the record of
/// the commit) it would always have all or none.
///
/// A kill keeps the kernel's caches. PowerCutTests covers the unsynced writes that a power cut loses, for the file of
/// the ledger.
///
/// In a third of the runs dragd runs under a stand-in for a service manager and restores what it held; in the others
/// the bus starts it.
///
/// `make crash` runs a large campaign. `DRAGD_CRASH_RUNS` is the number of runs, `DRAGD_CRASH_SKIP` how many of them
/// were done before, and a failing run prints the `DRAGD_CRASH_SEED` that repeats it.
@Suite struct CrashTests {
  /// The number of runs in addition to every single kill.
  private static let sample = Extent.current == .usual ? 12 : 150

  @Test func whoeverIsKilledAtWhateverStepEveryItemExistsOnceAfterRecovery() throws {
    let environment = ProcessInfo.processInfo.environment
    let plans: [Plan]
    if let seed = environment["DRAGD_CRASH_SEED"] {
      plans = [try #require(Plan(seed), "“\(seed)” is no seed")]
    } else {
      let stage = try Stage()
      defer { stage.close() }
      let all = Plans(steps: try CrashRun.steps(on: stage))
      var generator = SeededGenerator(seed: 1)
      let usual = all.singleKills(&generator).count + Self.sample
      let skipped = environment["DRAGD_CRASH_SKIP"].flatMap { Int($0) } ?? 0
      let runs = environment["DRAGD_CRASH_RUNS"].flatMap { Int($0) } ?? usual
      plans = Array(all.all(runs).dropFirst(skipped)).thinned
    }
    let isLarge = environment["DRAGD_CRASH_RUNS"] != nil
    let tally = try Campaign(plans) { text in
      if isLarge { FileHandle.standardOutput.write(Data(text.utf8)) }
    }.perform(on: Stage.self)
    #expect(tally.total.runs == plans.count)
    #expect(tally.total.faults.isEmpty, "\n\(tally.failureLogs.joined(separator: "\n\n"))")
  }

  /// Regression: the record stayed in the ledger for ever, because the next dragd asked only about offers that had not
  /// ended.
  @Test func aMoveIsForgottenWhoseOfferWasOverWhenDragdDied() throws {
    let stage = try Stage()
    defer { stage.close() }
    let steps = try CrashRun.steps(on: stage)
    let (last, all) = (try #require(steps[.destination]) - 6, try #require(steps[.dragd]))
    let plans = (all / 2...all).map { step in
      var plan = Plan()
      plan.kills = [.destination: [last], .dragd: [step]]
      plan.order = 3
      plan.isManaged = true
      return plan
    }
    let tally = try Campaign(plans).perform(on: Stage.self)
    #expect(tally.total.faults.isEmpty, "\n\(tally.failureLogs.joined(separator: "\n\n"))")
  }

  @Test func aPlanIsReadBackFromItsText() throws {
    let plans = Plans(steps: [.source: 5, .dragd: 4, .destination: 3]).all(400)
    for plan in plans { #expect(Plan(plan.description) == plan) }
    #expect(Set(plans).count > 300)
    #expect(Plan("source=1,moon=full") == nil)
  }
}
