import Foundation
import Harness
import Testing

/// Attacks of one hostile program on dragd and on other programs: see Tests/Tools/attacker.py.
enum Attack: String, CaseIterable {
  case values, options, nesting, descriptors, paths, mutations, flags, replies, large
  case unreadContent = "unread-content"
  case unreadLists = "unread-lists"
  case finding, waiting, leaving, connections, hoarding
  case tinyCalls = "tiny-calls"
  case tinyReads = "tiny-reads"
  case tinyPeers = "tiny-peers"
  case announcing, answers, moves, bombs, movers
}

/// During an attack honest programs are served; afterwards everything is as before.
///
/// `DRAGD_ATTACK_CALLS` sets the approximate number of calls in each attack, `DRAGD_ATTACK_SEED` which calls.
@Suite struct AttackTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let calls =
    environment["DRAGD_ATTACK_CALLS"] ?? (Extent.current == .usual ? "50" : "200")
  private static let seed = environment["DRAGD_ATTACK_SEED"] ?? "1"
  private static let limit = Duration.seconds(600)

  @Test(arguments: eitherBus(with: Attack.allCases))
  func `an attack harms neither dragd nor others, and leaves nothing behind`(
    bus: PrivateBus.Kind, attack: Attack
  ) throws {
    try Service.run(bus, isQuiet: true) { service in
      let honest = try HonestWork(service)
      try honest.round()
      let before = try Remains(of: service)

      let attacker = try service.fixture.start(
        "/usr/bin/python3",
        [Built.tool("attacker.py"), "--calls", Self.calls, "--seed", Self.seed, attack.rawValue],
        on: service.bus)
      repeat { try honest.round() } while attacker.isRunning
      let result = try attacker.wait(within: Self.limit)
      #expect(result.exit == .success, "\(result.error)")
      try #require(service.daemon.isRunning, "dragd has ended: \(service.daemon.standardError)")

      try honest.round()
      try Remains.expect(service, toBeAsBefore: before)
      try honest.end()
      try service.withdrawListed()
    }
  }

  @Test func `every attack that the attacker knows is tried`() throws {
    let list = try Program.run("/usr/bin/python3", [Built.tool("attacker.py"), "--list"])
    let names = list.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names.map(String.init) == Attack.allCases.map(\.rawValue))
  }
}
