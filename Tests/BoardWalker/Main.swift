import BoardModel
import BoardWalk
import Foundation

/// A process that changes a board, for tests that kill it, fill its disk, or have several of it.
///
///     boardwalker open FOLDER [STEP]              opens a store and tells its steps; killed at that step
///     boardwalker walk FOLDER SEED COUNT [STEP]   tells after each change what the board is; killed at that step
///     boardwalker large FOLDER SEED COUNT [STEP]  the same with large cards only
///     boardwalker add FOLDER NAME COUNT           adds cards at the beginning of the first list, one by one
///     boardwalker fill FOLDER                     adds cards until the disk is full
///     boardwalker hold FOLDER COOKIE TRANSFER     has a cookie and a pending move, and waits for the end of its input
@main
enum Main {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments[0] == "open" { return try open(arguments[1], arguments.dropFirst(2).first) }
    let board = try BoardStore(folder: arguments[1])
    switch arguments[0] {
    case "walk": try walk(board, arguments, Walk.Step.allCases)
    case "large": try walk(board, arguments, Walk.large)
    case "add": try add(board, arguments[2], Int(arguments[3]) ?? 0)
    case "fill": try fill(board)
    case "hold":
      let cookie = arguments[2]
      say(try board.cookie { cookie })
      let list = try board.lists()[0].id
      try board.insertPending(arguments[3], [NewCard(title: "Held")], to: list, at: .end)
      say("ready")
      _ = readLine()
    case let verb: throw BoardError.invalid(field: "verb", reason: verb)
    }
  }

  /// Writes without a buffer, because this process may be killed next.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private static func open(_ folder: String, _ step: String?) throws {
    let fatal = step.flatMap { Int($0) }
    var passed = 0
    _ = try BoardStore(folder: folder) { _ in
      passed += 1
      if passed == fatal { die() }
    }
    say("\(passed)")
  }

  private static func die() -> Never {
    kill(getpid(), SIGKILL)
    while true { pause() }
  }

  private static func walk(
    _ board: BoardStore, _ arguments: [String], _ steps: [Walk.Step]
  ) throws {
    var walk = Walk(seed: UInt64(arguments[2]) ?? 0)
    let fatal = arguments.count > 4 ? Int(arguments[4]) : nil
    var passed = 0
    say(try board.fingerprint())
    board.onStep = { name in
      passed += 1
      if passed == fatal { die() }
    }
    for _ in 0..<(Int(arguments[3]) ?? 0) {
      try walk.step(board, among: steps)
      say(try board.fingerprint())
    }
    say("steps \(passed)")
  }

  private static func add(_ board: BoardStore, _ name: String, _ count: Int) throws {
    let list = try board.lists()[0].id
    for number in 0..<count {
      try board.perform(.addCards([NewCard(title: "\(name) \(number)")], to: list, at: .index(0)))
    }
  }

  private static func fill(_ board: BoardStore) throws {
    let list = try board.lists()[0].id
    var count = 0
    var isFull = false
    while !isFull {
      do {
        let card = IncomingItem(
          name: "ballast",
          representations: [
            (
              "application/x-ballast",
              .bytes([UInt8](repeating: 7, count: 100_000 + count % 2 * 300_000))
            )
          ])
        try board.perform(.addCards(try CardReader().cards(from: card), to: list, at: .end))
        count += 1
      } catch BoardError.diskFull {
        isFull = true
      }
    }
    say("full after \(count > 3 ? "some" : "few")")
    let again = try BoardStore(folder: board.folder)
    say("kept \(try again.cards(in: list).count == count ? "all" : "others")")
    try FileManager.default.removeItem(atPath: board.folder + "/../ballast")
    try board.perform(.addCards([NewCard(title: "After")], to: list, at: .end))
    say("then \(try again.cards(in: list).count - count)")
  }
}
