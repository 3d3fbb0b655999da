import Testing

@testable import XSelections

@Suite struct ProbeScheduleTests {
  private static let one = ProbeSchedule.Owner(window: 1, time: 10)
  private static let two = ProbeSchedule.Owner(window: 2, time: 11)

  @Test func theFirstChangeIsLookedIntoAtOnce() {
    var schedule = ProbeSchedule(pause: 50)
    expectSame(schedule.changed(to: Self.one, at: 1_000), .probe(Self.one))
    expectSame(schedule.probed(Self.one), true)
    expectSame(schedule.probed(Self.one), false)
  }

  @Test func manyChangesAreLookedIntoSeldomAndTheLastOneAlways() {
    var schedule = ProbeSchedule(pause: 50)
    var probes: [ProbeSchedule.Owner] = []
    var alarm: UInt64?
    func note(_ action: ProbeSchedule.Action) {
      switch action {
      case .probe(let owner): probes.append(owner)
      case .pause(let time): alarm = time
      case .none, .stop: break
      }
    }
    for number in 0..<1_000 {
      let now = UInt64(number)
      if alarm == now {
        alarm = nil
        note(schedule.pauseIsOver(at: now))
      }
      note(schedule.changed(to: ProbeSchedule.Owner(window: 1, time: UInt32(number)), at: now))
    }
    alarm.map { note(schedule.pauseIsOver(at: $0)) }
    #expect(probes.count <= 21)
    #expect(probes.last?.time == 999)
  }

  @Test func aLateAnswerIsNotTold() {
    var schedule = ProbeSchedule(pause: 50)
    _ = schedule.changed(to: Self.one, at: 1_000)
    expectSame(schedule.changed(to: Self.two, at: 2_000), .probe(Self.two))
    expectSame(schedule.probed(Self.one), false)
    expectSame(schedule.probed(Self.two), true)
  }

  @Test func nothingIsAskedOnceNobodyOwnsIt() {
    var schedule = ProbeSchedule(pause: 50)
    expectSame(schedule.cancel(), .none)
    _ = schedule.changed(to: Self.one, at: 1_000)
    expectSame(schedule.cancel(), .stop)
    expectSame(schedule.probed(Self.one), false)
    expectSame(schedule.changed(to: Self.two, at: 1_010), .pause(until: 1_050))
    expectSame(schedule.cancel(), .stop)
    expectSame(schedule.pauseIsOver(at: 1_050), .none)
  }
}
