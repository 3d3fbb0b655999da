import CLinux
import Foundation
import Harness

@testable import BoardModel

/// One run: a card moves from the store of one board to that of another, and processes are killed as planned. Then all
/// are started again and settle, the move is tried again, and the cards are counted.
final class BoardRun {
  private static let roles: [Role] = [.source, .dragd, .destination]

  private let plan: Plan
  private let stage: BoardStage
  private let title: String
  private let card: NewCard
  private var marks: [Role: Int] = [:]
  private var kills: [String] = []
  /// The index of a role's next kill.
  private var rounds: [Role: Int] = [:]
  private var log: [String] = []

  init(_ plan: Plan, on stage: BoardStage) {
    self.plan = plan
    self.stage = stage
    stage.runs += 1
    title = "card \(stage.runs)"
    // Every second card has a file of its own in the stores.
    if stage.runs.isMultiple(of: 2) {
      let content = (0..<Staging.threshold + 99).map { UInt8(truncatingIfNeeded: $0 &* 17 >> 3) }
      card = NewCard(
        title: title, kind: .file, name: title,
        representations: [("application/x-large", .bytes(content))])
    } else {
      card = NewCard(title: title, text: "as it was")
    }
  }

  /// The fail points that each role passes in a move without kills.
  static func steps(on stage: BoardStage) throws -> [Role: Int] {
    var steps: [Role: Int] = [:]
    // The first run creates files that all later runs find.
    for _ in 0..<2 {
      let before = roles.map { stage.points($0).count }
      let outcome = try BoardRun(Plan(), on: stage).perform()
      guard outcome.faults.isEmpty else { throw HarnessFailure(outcome.log) }
      for (role, before) in zip(roles, before) { steps[role] = stage.points(role).count - before }
    }
    return steps
  }

  func perform() throws -> CrashRun.Outcome {
    var outcome = CrashRun.Outcome(plan: plan)
    let begin = ContinuousClock.now
    try stage.openWindow()
    let others = try self.others()
    let content = card.representations.first.map { try? $0.content.bytes() } ?? nil
    let id = try stage.source.add(card)
    do {
      for role in Self.roles { try armNext(role) }
      record(try stage.move(id))
      if plan.rounds > 0 { try comeBack(id) }
      try settle(id)
    } catch {
      outcome.faults.insert(.locked)
      log.append("\(error)")
    }
    for role in Self.roles { try stage.kill(role, atPoint: 0) }
    let found = try stage.source.contents(title) + stage.destination.contents(title)
    if found.isEmpty { outcome.faults.insert(.lost) }
    if found.count > 1 { outcome.faults.insert(.doubled) }
    if found.contains(where: { $0 != content }) { outcome.faults.insert(.torn) }
    if try self.others() != others { outcome.faults.insert(.touched) }
    outcome.kills = kills
    outcome.duration = ContinuousClock.now - begin
    if !outcome.faults.isEmpty { outcome.log = try describe(outcome) }
    for place in [stage.source, stage.destination] { try place.remove(title) }
    return outcome
  }

  private func others() throws -> [[Card]] {
    [try stage.source.others(title), try stage.destination.others(title)]
  }

  // MARK: Coming back

  /// Starts the processes again once for each further planned kill.
  private func comeBack(_ id: String) throws {
    for _ in 0..<plan.rounds {
      for role in Self.roles { try armNext(role) }
      if plan.order.isMultiple(of: 2) {
        try stage.openWindow()
        record(try stage.move(id))
      } else {
        record(try stage.move(id))
        try stage.openWindow()
      }
    }
  }

  /// Moves the card without kills: it must arrive, and the move must leave nothing behind.
  private func settle(_ id: String) throws {
    for role in Self.roles { try disarm(role) }
    try stage.openWindow()
    var left: [String] = []
    do {
      try eventually(within: Stage.limit) {
        // The window may have been about to die when the loop last checked it.
        if stage.window?.isRunning != true { try stage.openWindow() }
        left = try stage.source.leftovers() + stage.destination.leftovers()
        if try stage.source.has(title) {
          left.append("the card is still to go")
          record(try stage.move(id))
        }
        return left.isEmpty
      }
    } catch {
      throw HarnessFailure("not settled: \(left.joined(separator: ", "))")
    }
  }

  // MARK: Kills

  /// Arms the kill that the plan has for the next process of a role.
  private func armNext(_ role: Role) throws {
    try disarm(role)
    let round = rounds[role, default: 0]
    rounds[role] = round + 1
    guard let number = plan.kill(role, atStart: round) else { return }
    marks[role] = stage.points(role).count
    try stage.kill(role, atPoint: number)
  }

  /// Records where the role was killed.
  private func disarm(_ role: Role) throws {
    let round = rounds[role, default: 0] - 1
    guard round >= 0, let number = plan.kill(role, atStart: round) else { return }
    guard stage.isToBeKilled(role) else {
      let points = stage.points(role).dropFirst(marks[role] ?? 0)
      if let point = points.dropFirst(number - 1).first { kills.append(point) }
      return
    }
    try stage.kill(role, atPoint: 0)
  }

  // MARK: For people

  private func record(_ result: Program.Result) {
    log.append("offer: \(result.exit)")
    for line in (result.output + result.error).split(separator: "\n") { log.append("  \(line)") }
  }

  private func describe(_ outcome: CrashRun.Outcome) throws -> String {
    let faults = outcome.faults.map(\.rawValue).sorted().joined(separator: ", ")
    let places = try [stage.source, stage.destination].map { place in
      "\(try place.contents(title).count) of it, \(try place.others(title).map(\.title)), "
        + "\(try place.leftovers())"
    }
    return """
      \(faults): DRAGD_BOARD_CRASH_SEED='\(plan)'
      killed at: \(kills.joined(separator: "; "))
      \(log.joined(separator: "\n"))
      source: \(places[0]); destination: \(places[1])
      \(stage.window?.standardError ?? "")
      """
  }
}
