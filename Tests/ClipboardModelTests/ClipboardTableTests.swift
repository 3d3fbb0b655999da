import DragModel
import Testing

@testable import ClipboardModel

/// Every state of the clipboard with every input: `ClipboardTable` says what follows.
@Suite struct ClipboardTableTests {
  @Test(arguments: ClipboardTable.State.allCases)
  func `every input leads where the table says`(_ state: ClipboardTable.State) throws {
    let rows = try Self.parse(try #require(ClipboardTable.rows[state]))
    #expect(Set(rows.keys) == Set(ClipboardTable.Input.allCases))
    let before = ClipboardTable.world(in: state)
    for input in ClipboardTable.Input.allCases {
      var world = before
      let effects = ClipboardTable.perform(input, in: state, on: &world)
      let seen = Self.describe(effects, world, state.selection)
      let expected = rows[input] ?? "nothing"
      #expect(
        seen == (expected == "nothing" ? Self.describe([], before, state.selection) : expected),
        "\(state), \(input)")
      #expect(Self.owner(state.other, world) == Self.owner(state.other, before))
    }
  }

  /// The inputs of a state, each with the effects, an arrow and the state that follows. A row may name several inputs.
  private static func parse(_ text: String) throws -> [ClipboardTable.Input: String] {
    var rows: [ClipboardTable.Input: String] = [:]
    for line in text.split(separator: "\n") {
      let colon = try #require(line.firstIndex(of: ":"))
      for name in line[..<colon].split(separator: " ") {
        let input = try #require(ClipboardTable.Input(rawValue: String(name)), "\(name)")
        #expect(rows[input] == nil, "two rows for \(name)")
        rows[input] = String(line[line.index(after: colon)...].drop { $0 == " " })
      }
    }
    return rows
  }

  private static func describe(
    _ effects: [ClipboardEffect], _ world: ClipboardWorld, _ selection: ClipboardSelection
  ) -> String {
    let history = world.clipboard.history.entries
    let pinned = history.contains(where: \.isPinned) ? ", pinned" : ""
    return (effects.map(describe) + ["→ \(owner(selection, world)) \(history.count)\(pinned)"])
      .joined(separator: " ")
  }

  private static func owner(_ selection: ClipboardSelection, _ world: ClipboardWorld) -> String {
    let state = world.clipboard.state(selection)
    if state.own != nil { return "own" }
    if state.foreign != nil { return "foreign" }
    return state.lastForeign == nil ? "empty" : "vacant"
  }

  private static func describe(_ effect: ClipboardEffect) -> String {
    switch effect {
    case .own: "own"
    case .ownUnlessTaken: "own(unlessTaken)"
    case .disown: "disown"
    case .empty: "empty"
    case .read(_, _, let purpose, _): "read(\(describe(purpose)))"
    case .readCopied: "read(copied)"
    case .cancel: "cancel"
    case .drop: "drop"
    case .serve(_, let source): "serve(\(describe(source)))"
    case .refuse: "refuse"
    case .publishLazy(_, _, let isSensitive): isSensitive ? "publish(secret)" : "publish(lazy)"
    case .publishHeld: "publish(held)"
    case .publishRelay: "publish(relay)"
    case .withdraw: "withdraw"
    case .reply(_, let reply): describe(reply)
    case .notify: "notify"
    case .historyChanged: "save"
    case .notifyOfHistory: "notify(history)"
    }
  }

  private static func describe(_ purpose: ReadPurpose) -> String {
    switch purpose {
    case .sensitivityHint: "hint"
    case .gnomeFiles, .kdeCut: "cut"
    case .offerPath: "path"
    case .keep(let type): type.type.essence
    }
  }

  private static func describe(_ source: PasteSource) -> String {
    switch source {
    case .constant: "constant"
    case .offer: "offer"
    case .files: "files"
    case .held: "held"
    case .offerPath: "path"
    }
  }

  private static func describe(_ reply: Reply) -> String {
    switch reply {
    case .done: "done"
    case .current: "current"
    case .history(let items): "history(\(items.count))"
    case .failed(let why): "fail(\(why.code))"
    }
  }
}
