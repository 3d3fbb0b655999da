import Foundation
import Harness
import Testing

/// Cards move between real boards, by the two phases of dragd's, and the source, dragd and the destination are killed
/// (SIGKILL) at each step, alone, in pairs and all three, and again while they recover. Then all come back, and every
/// card must be in exactly one of the two stores, whole, with no other card touched and nothing left over.
///
/// The destination is a window, the source `dragboard offer`. The steps are those of CrashTests, and with them each
/// step of the stores' transactions.
///
/// `make crash` runs a large campaign, of a tenth of DRAGD_CRASH_RUNS. A failing run names the DRAGD_BOARD_CRASH_SEED
/// that repeats it.
@Suite struct BoardCrashTests {
  /// Beside every single kill; most of these are two or three kills each.
  private static let sample = Extent.current == .usual ? 10 : 70

  @Test func whoeverIsKilledAtWhateverStepEveryCardIsOnOneBoardAfterRecovery() throws {
    let environment = ProcessInfo.processInfo.environment
    let plans: [Plan]
    if let seed = environment["DRAGD_BOARD_CRASH_SEED"] {
      plans = [try #require(Plan(seed), "“\(seed)” is no seed")]
    } else {
      let stage = try BoardStage()
      defer { stage.close() }
      let all = Plans(steps: try BoardRun.steps(on: stage))
      var numbers = SeededNumbers(1)
      let usual = all.singles(&numbers).count + Self.sample
      let runs = environment["DRAGD_CRASH_RUNS"].flatMap { Int($0) }.map { $0 / 10 } ?? usual
      plans = all.boards(max(runs, usual)).thinned
    }
    let isLarge = environment["DRAGD_CRASH_RUNS"] != nil
    let tally = try Campaign(plans) { text in
      if isLarge { FileHandle.standardOutput.write(Data(text.utf8)) }
    }.perform(on: BoardStage.self)
    #expect(tally.total.runs == plans.count)
    #expect(tally.total.faults.isEmpty, "\n\(tally.stories.joined(separator: "\n\n"))")
    // Not every plan of a second kill comes to it.
    #expect(tally.complete > plans.count / 2)
  }
}
