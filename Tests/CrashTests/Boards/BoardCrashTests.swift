import Foundation
import Harness
import Testing

/// Cards move between real boards in the two phases of dragd's moves. The source, dragd and the destination are killed
/// (SIGKILL) at each step, alone, in pairs and all three, and again while they recover. Then all are started again, and
/// every card must be in exactly one of the two stores, whole, with no other card changed and nothing left over.
///
/// The destination is a window, the source `dragboard offer`. The steps are those of CrashTests and each step of the
/// stores' transactions.
///
/// `make crash` runs a large campaign, with a tenth of DRAGD_CRASH_RUNS. A failing run prints the
/// DRAGD_BOARD_CRASH_SEED that repeats it.
@Suite struct BoardCrashTests {
  /// The number of runs in addition to every single kill; most of these have two or three kills each.
  private static let sample = Extent.current == .usual ? 6 : 70

  @Test func whoeverIsKilledAtWhateverStepEveryCardIsOnOneBoardAfterRecovery() throws {
    let environment = ProcessInfo.processInfo.environment
    let plans: [Plan]
    if let seed = environment["DRAGD_BOARD_CRASH_SEED"] {
      plans = [try #require(Plan(seed), "“\(seed)” is no seed")]
    } else {
      let stage = try BoardStage()
      defer { stage.close() }
      let all = Plans(steps: try BoardRun.steps(on: stage))
      var generator = SeededGenerator(seed: 1)
      let usual = all.singleKills(&generator).count + Self.sample
      let runs = environment["DRAGD_CRASH_RUNS"].flatMap { Int($0) }.map { $0 / 10 } ?? usual
      plans = all.boards(max(runs, usual)).thinned
    }
    let isLarge = environment["DRAGD_CRASH_RUNS"] != nil
    let tally = try Campaign(plans) { text in
      if isLarge { FileHandle.standardOutput.write(Data(text.utf8)) }
    }.perform(on: BoardStage.self)
    #expect(tally.total.runs == plans.count)
    #expect(tally.total.faults.isEmpty, "\n\(tally.failureLogs.joined(separator: "\n\n"))")
    // A run may end before its second kill.
    #expect(tally.complete > plans.count / 2)
  }
}
