import CLinux
import Foundation
import Harness

@testable import BoardModel

/// One run: a card moves from the store of one board to that of another, somebody is killed as planned; then all come
/// back and settle, the move is tried again, and what is where is counted.
final class BoardRun {
  private static let roles: [Role] = [.source, .dragd, .destination]

  private let plan: Plan
  private let stage: BoardStage
  private let title: String
  private let card: NewCard
  private var marks: [Role: Int] = [:]
  private var kills: [String] = []
  /// Which of a role's kills is next.
  private var rounds: [Role: Int] = [:]
  private var story: [String] = []

  init(_ plan: Plan, on stage: BoardStage) {
    self.plan = plan
    self.stage = stage
    stage.runs += 1
    title = "card \(stage.runs)"
    // Every second one is a file of its own in the stores.
    if stage.runs.isMultiple(of: 2) {
      let content = (0..<Staging.threshold + 99).map { UInt8(truncatingIfNeeded: $0 &* 17 >> 3) }
      card = NewCard(
        title: title, kind: .file, name: title,
        representations: [("application/x-large", .bytes(content))])
    } else {
      card = NewCard(title: title, text: "as it was")
    }
  }

  /// The points that each passes in a move in which nobody is killed.
  static func steps(on stage: BoardStage) throws -> [Role: Int] {
    var steps: [Role: Int] = [:]
    // The first one makes what all others find.
    for _ in 0..<2 {
      let before = roles.map { stage.points($0).count }
      let outcome = try BoardRun(Plan(), on: stage).perform()
      guard outcome.faults.isEmpty else { throw HarnessFailure(outcome.story) }
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
      tell(try stage.move(id))
      if plan.rounds > 0 { try comeBack(id) }
      try settle(id)
    } catch {
      outcome.faults.insert(.locked)
      story.append("\(error)")
    }
    for role in Self.roles { try stage.kill(role, atPoint: 0) }
    let found = try stage.source.contents(title) + stage.destination.contents(title)
    if found.isEmpty { outcome.faults.insert(.lost) }
    if found.count > 1 { outcome.faults.insert(.doubled) }
    if found.contains(where: { $0 != content }) { outcome.faults.insert(.torn) }
    if try self.others() != others { outcome.faults.insert(.touched) }
    outcome.kills = kills
    outcome.duration = ContinuousClock.now - begin
    if !outcome.faults.isEmpty { outcome.story = try tell(outcome) }
    for place in [stage.source, stage.destination] { try place.remove(title) }
    return outcome
  }

  private func others() throws -> [[Card]] {
    [try stage.source.others(title), try stage.destination.others(title)]
  }

  // MARK: Coming back

  /// Once for each time that somebody is to be killed again.
  private func comeBack(_ id: String) throws {
    for _ in 0..<plan.rounds {
      for role in Self.roles { try armNext(role) }
      if plan.order.isMultiple(of: 2) {
        try stage.openWindow()
        tell(try stage.move(id))
      } else {
        tell(try stage.move(id))
        try stage.openWindow()
      }
    }
  }

  /// Nobody is killed any more: the card arrives, and nothing is left of the way there.
  private func settle(_ id: String) throws {
    for role in Self.roles { try disarm(role) }
    try stage.openWindow()
    var left: [String] = []
    do {
      try eventually(within: Stage.limit) {
        // It may have been on its way to its death when it was looked at last.
        if stage.window?.isRunning != true { try stage.openWindow() }
        left = try stage.source.leavings() + stage.destination.leavings()
        if try stage.source.has(title) {
          left.append("the card is still to go")
          tell(try stage.move(id))
        }
        return left.isEmpty
      }
    } catch {
      throw HarnessFailure("not settled: \(left.joined(separator: ", "))")
    }
  }

  // MARK: Kills

  /// Has a role killed as its plan says for the next time it begins something.
  private func armNext(_ role: Role) throws {
    try disarm(role)
    let round = rounds[role, default: 0]
    rounds[role] = round + 1
    guard let number = plan.kill(role, atStart: round) else { return }
    marks[role] = stage.points(role).count
    try stage.kill(role, atPoint: number)
  }

  /// Notes where it was killed.
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

  private func tell(_ result: Program.Result) {
    story.append("offer: \(result.exit)")
    for line in (result.output + result.error).split(separator: "\n") { story.append("  \(line)") }
  }

  private func tell(_ outcome: CrashRun.Outcome) throws -> String {
    let faults = outcome.faults.map(\.rawValue).sorted().joined(separator: ", ")
    let places = try [stage.source, stage.destination].map { place in
      "\(try place.contents(title).count) of it, \(try place.others(title).map(\.title)), "
        + "\(try place.leavings())"
    }
    return """
      \(faults): DRAGD_BOARD_CRASH_SEED='\(plan)'
      killed at: \(kills.joined(separator: "; "))
      \(story.joined(separator: "\n"))
      source: \(places[0]); destination: \(places[1])
      \(stage.window?.standardError ?? "")
      """
  }
}
