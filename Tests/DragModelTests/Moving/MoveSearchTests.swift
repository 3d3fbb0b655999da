import Foundation
import Harness
import Testing

/// Everything that can happen to moves, in every order: an item exists exactly once in the end.
///
/// The broker and its ledger are the real ones; source, destinations, bus and disk are modelled. The
/// larger searches take minutes and gigabytes: `DRAGD_SEARCH=full swift test --filter MoveSearchTests`.
/// Each of them ends after DRAGD_SEARCH_SECONDS (600) at the latest and says how far it came.
@Suite(.serialized) struct MoveSearchTests {
  @Test(arguments: SearchCase.quick)
  func everyItemExistsOnce(_ search: SearchCase) { search.expectNoViolation() }

  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["DRAGD_SEARCH"] == "full"),
    arguments: SearchCase.full)
  func everyItemExistsOnceInLargeWorlds(_ search: SearchCase) {
    let seconds = ProcessInfo.processInfo.environment["DRAGD_SEARCH_SECONDS"].flatMap(Int.init)
    search.expectNoViolation(limit: .seconds(seconds ?? 600))
  }
}

/// How much one search lets happen.
struct SearchCase: CustomTestStringConvertible, Sendable {
  let name: String
  let setup: MoveSetup

  var testDescription: String { name }

  init(_ name: String, _ change: (inout MoveSetup) -> Void) {
    self.name = name
    var setup = MoveSetup()
    change(&setup)
    self.setup = setup
  }

  /// A search without a limit has to be complete.
  func expectNoViolation(limit: Duration? = nil) {
    // A source that answered Ended does not hear that this could not be noted. It is told again.
    let mayLeave = setup.faults > 0
    let search = Search(
      start: MoveWorld(setup), order: limit == nil ? .breadthFirst : .depthFirst,
      limit: limit ?? .seconds(600)
    ) {
      $0.kind != .leftover || !mayLeave
    }
    let result = search.run()
    print("\(name): \(result.summary)")
    if let found = result.found {
      let steps = found.trace.enumerated().map { "\($0 + 1). \($1)" }
      Issue.record("\(found.violation)\n\(steps.joined(separator: "\n"))")
    } else {
      #expect(result.isComplete || limit != nil)
    }
  }

  private static let small = [
    SearchCase("1 item, 1 destination that tries twice, 1 kill") {
      $0.attempts = 2
      $0.kills = 1
    },
    SearchCase("1 item in 2 offers, 1 destination, 1 kill") {
      $0.offers = 2
      $0.kills = 1
    },
    SearchCase("1 item, 1 destination, 1 kill, a fault") {
      $0.kills = 1
      $0.faults = 1
    },
    SearchCase("1 item, 1 destination, 1 kill, a refusal") {
      $0.kills = 1
      $0.refusals = 1
    },
    SearchCase("1 item, 1 destination, 1 kill, a sleep, a Cancel") {
      $0.kills = 1
      $0.sleeps = 1
      $0.cancels = 1
    },
    SearchCase("1 item, 1 destination, a kill and a power cut") {
      $0.kills = 1
      $0.powerCuts = 1
    },
    SearchCase("1 item held, 1 destination, 1 kill") {
      $0.keepsContent = true
      $0.kills = 1
    },
    SearchCase("1 item, source and destination one thread") { $0.isOneThread = true },
    SearchCase("2 items, 2 destinations, no kill") {
      $0.items = 2
      $0.destinations = 2
    },
  ]

  /// These take five times as long as all of the small ones.
  private static let medium = [
    SearchCase("1 item, 1 destination, 2 kills") { $0.kills = 2 },
    SearchCase("1 item, 2 destinations, 1 kill") {
      $0.destinations = 2
      $0.kills = 1
    },
    SearchCase("2 items, 1 destination, 1 kill") {
      $0.items = 2
      $0.attempts = 2
      $0.kills = 1
    },
  ]

  static let quick =
    Extent.part(of: small) { _ in true } + Extent.part(of: medium) { _ in false }

  static let full = [
    SearchCase("1 item, 1 destination, 1 kill, a fault, a refusal, a sleep, a Cancel") {
      $0.kills = 1
      $0.faults = 1
      $0.refusals = 1
      $0.sleeps = 1
      $0.cancels = 1
    },
    SearchCase("1 item, 1 destination, 3 kills") { $0.kills = 3 },
    SearchCase("1 item, 2 destinations, 2 kills") {
      $0.destinations = 2
      $0.kills = 2
    },
    SearchCase("1 item in 2 offers, 2 destinations, 1 kill") {
      $0.offers = 2
      $0.destinations = 2
      $0.kills = 1
    },
    SearchCase("1 item held, 2 destinations, 1 kill") {
      $0.keepsContent = true
      $0.destinations = 2
      $0.kills = 1
    },
    SearchCase("2 items, 2 destinations, 1 kill") {
      $0.items = 2
      $0.destinations = 2
      $0.kills = 1
    },
    SearchCase("2 items, 2 destinations, 2 kills") {
      $0.items = 2
      $0.destinations = 2
      $0.kills = 2
    },
  ]
}
