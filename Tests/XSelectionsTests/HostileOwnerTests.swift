import Foundation
import Harness
import Testing

/// Owners that break the rules: the read ends, in time, and the next one works.
@Suite struct HostileOwnerTests {
  struct Misbehaviour: CustomTestStringConvertible {
    let name: String
    var numbers: [Int] = [100, 10]
    let end: String
    /// The read takes at least as long.
    var least: Duration = .zero
    var limit: Duration = .seconds(2)
    var testDescription: String { name }
  }

  private static let misbehaviours = [
    Misbehaviour(
      name: "silent", end: "failed(\"the owner did not answer in time\")",
      least: .milliseconds(1_900), limit: .milliseconds(3_000)),
    Misbehaviour(name: "refusing", end: "failed(\"the owner does not have this target\")"),
    Misbehaviour(
      name: "half", end: "failed(\"the owner gave a part and did not continue in time\")",
      limit: .seconds(8)),
    Misbehaviour(name: "dying", end: "failed(\"the owner ended before it gave everything\")"),
    Misbehaviour(name: "leaving", end: "complete(bytes: 100)"),
    Misbehaviour(name: "lying", end: "complete(bytes: 100)"),
    Misbehaviour(name: "empty", end: "complete(bytes: 0)"),
    Misbehaviour(
      name: "overwriting", end: "failed(\"the owner overwrote a chunk that was not read yet\")"),
    Misbehaviour(
      name: "boasting", end: "failed(\"the owner answered, but the property does not exist\")"),
    Misbehaviour(name: "repeating", end: "failed(\"the owner started again during the read\")"),
    Misbehaviour(name: "wide", end: "complete(bytes: 12)"),
  ]

  @Test(arguments: misbehaviours)
  func aReadEndsInTime(misbehaviour: Misbehaviour) throws {
    try XSession.run { session in
      let owner = try session.owner(
        misbehaviour.name, misbehaviour.numbers[0], misbehaviour.numbers[1])
      let clock = ContinuousClock()
      let begin = clock.now
      #expect(try session.read("text/plain").end == misbehaviour.end)
      let time = clock.now - begin
      #expect(time >= misbehaviour.least && time < misbehaviour.limit, "\(time)")
      owner.kill()
      _ = try session.owner("honest", 100_000, 4_001)
      #expect(try session.read("text/plain").end == "complete(bytes: 100000)")
    }
  }

  /// The pipe is full meanwhile, so XSelections reads the rest afterwards.
  @Test func aPropertyThatShrinksWhileItIsReadIsAFailure() throws {
    try XSession.run { session in
      let owner = try session.owner("shrinking", 1_000_000, 1)
      let reader = try session.slowReader()
      try session.tell("read clipboard text/plain \(reader.fifo)")
      try session.waitFor("reading 1")
      try reader.readOneByte()
      try owner.write("now\n")
      try owner.waitForOutput("shrunk")
      try reader.readAll()
      #expect(
        try session.waitFor("read 1")
          == "read 1 failed(\"the owner removed the property during the read\")")
    }
  }

  /// `kill -9` while the chunks come: it is not waited for until its time is over, which would be another failure.
  @Test func aKilledOwnerEndsTheReadAtOnce() throws {
    try XSession.run { session in
      let owner = try session.owner("half", 100, 10)
      try session.tell("read clipboard text/plain \(session.fixture.folder.path("file"))")
      try owner.waitForOutput("sent")
      owner.kill()
      let line = try session.waitFor("read 1")
      #expect(line == "read 1 failed(\"the owner ended before it gave everything\")")
      #expect(session.said.contains { $0.hasPrefix("changed clipboard none") })
    }
  }

  @Test func aStoppedOwnerIsToldWithoutItsTargets() throws {
    try XSession.run { session in
      _ = try session.owner("mute", isKnown: false)
      #expect(try session.waitFor("changed clipboard other", within: .seconds(4)).hasSuffix("[]"))
      try session.expectAlive()
    }
  }

  @Test func aListOfTargetsThatIsNoneCountsAsEmpty() throws {
    try XSession.run { session in
      _ = try session.owner("textual", isKnown: false)
      #expect(try session.waitFor("changed clipboard other").hasSuffix("[]"))
    }
  }

  @Test func aHundredThousandTargetsAreCutOff() throws {
    try XSession.run { session in
      let before = try session.program.facts.anonymousMemory()
      _ = try session.owner("crowded", 1_100, isKnown: false)
      let line = try session.waitFor("changed clipboard other")
      let targets = line.split(separator: "[")[1].dropLast().split(separator: " ")
      #expect(targets.count == 1_024)
      #expect(targets.first == "TARGETS" && targets[1] == "application/x-target-0")
      #expect(try session.program.facts.anonymousMemory() - before < 4 * mebibyte)
    }
  }

  @Test func targetsWithoutANameAreLeftOut() throws {
    try XSession.run { session in
      _ = try session.owner("foreign", isKnown: false)
      #expect(
        try session.waitFor("changed clipboard other").hasSuffix("[TARGETS text/plain text/html]"))
    }
  }

  /// The last owner is known soon, and those before cost little.
  @Test func aThousandOwnersASecondAreBounded() throws {
    try XSession.run { session in
      let memory = try session.program.facts.anonymousMemory()
      let storm = try session.owner("storming", 3_000, isKnown: false)
      try storm.waitForOutput("stormed")
      try session.expectAlive()
      _ = try session.owner("foreign", isKnown: false)
      try eventually(within: .seconds(5)) {
        session.said.last { $0.hasPrefix("changed clipboard") }?.hasSuffix(
          "[TARGETS text/plain text/html]") == true
      }
      // Twenty a second may be looked into, and few of them answer before the next.
      #expect(session.said.count { $0.hasPrefix("changed clipboard") } < 150)
      #expect(try session.program.facts.anonymousMemory() - memory < 4 * mebibyte)
    }
  }
}
