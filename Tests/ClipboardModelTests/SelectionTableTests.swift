import DragModel
import Testing

@testable import ClipboardModel

/// Every state of a selection with every input.
@Suite struct SelectionTableTests {
  enum State: CaseIterable, Sendable {
    case empty, foreign, vacant, claimed, shown
  }

  enum Input: CaseIterable, Sendable {
    case nobody, program, own, refused, time, claim, clear
  }

  /// The state that follows, and what has changed.
  static let table: [State: [(Input, String)]] = [
    .empty: [
      (.nobody, "empty none"), (.program, "foreign replaced"), (.own, "empty none"),
      (.refused, "empty none"), (.time, "empty none"), (.claim, "own -"), (.clear, "empty -"),
    ],
    .foreign: [
      (.nobody, "vacant vacated"), (.program, "foreign replaced"), (.own, "foreign none"),
      (.refused, "foreign none"), (.time, "foreign none"), (.claim, "own -"), (.clear, "empty -"),
    ],
    .vacant: [
      (.nobody, "vacant none"), (.program, "foreign replaced"), (.own, "vacant none"),
      (.refused, "vacant none"), (.time, "empty abandoned"), (.claim, "own -"), (.clear, "empty -"),
    ],
    // Until the display has told of the ownership, what it tells is older.
    .claimed: [
      (.nobody, "own none"), (.program, "own none"), (.own, "own none"),
      (.refused, "own none"), (.time, "own none"), (.claim, "own -"), (.clear, "empty -"),
    ],
    .shown: [
      (.nobody, "empty emptied"), (.program, "foreign replaced"), (.own, "own none"),
      (.refused, "own none"), (.time, "own none"), (.claim, "own -"), (.clear, "empty -"),
    ],
  ]

  @Test(arguments: State.allCases)
  func `every input leads where the table says`(_ state: State) throws {
    let rows = try #require(Self.table[state])
    #expect(rows.count == Input.allCases.count)
    for (input, expected) in rows {
      var selection = try Self.selection(state)
      let change = try Self.perform(input, on: &selection)
      #expect("\(Self.name(of: selection)) \(change)" == expected, "\(state) \(input)")
    }
  }

  @Test(arguments: [true, false])
  func `what a display has kept of an owner does not replace what was read`(
    _ isHeld: Bool
  ) throws {
    var selection = SelectionState()
    var content = Self.content()
    if isHeld { content.held = KeptContent(serial: content.serial, types: [], copied: 0) }
    _ = selection.changed(to: content.owner, content: content, at: 0)
    _ = selection.changed(to: nil, content: nil, at: 0)
    let kept = Owner(targets: ["a/b"], isKeptByDisplay: true)
    let change = selection.changed(to: kept, content: Self.content(), at: 0)
    #expect(
      "\(Self.name(of: selection)) \(Self.name(of: change))"
        == (isHeld ? "vacant none" : "foreign replaced"))
  }

  @Test func `what a display has kept of a secret is emptied`() throws {
    let types = ImportedTypes(["a/b", "x-kde-passwordManagerHint"])
    let content = ForeignContent(
      serial: Serial(1), owner: Owner(targets: ["a/b"]), types: types, copied: 0,
      copiedRealtime: 0, inspection: Inspection(types), ahead: ReadAhead(types, room: 1, at: nil))
    var selection = SelectionState()
    _ = selection.changed(to: content.owner, content: content, at: 0)
    _ = selection.changed(to: nil, content: nil, at: 0)
    let kept = Owner(targets: ["a/b"], isKeptByDisplay: true)
    #expect(selection.changed(to: kept, content: Self.content(), at: 0) == .secretKept)
    #expect(Self.name(of: selection) == "vacant")
  }

  @Test func `what a display told before it never told of the ownership is taken in late`() throws {
    var selection = try Self.selection(.claimed)
    let owner = Owner(targets: ["a/b"])
    _ = selection.changed(to: owner, content: Self.content(), at: 1)
    #expect(selection.timePassed(Ownership.timeout) == .late(owner))
    guard case .replaced(.own) = selection.changed(to: owner, content: Self.content(), at: 2) else {
      Issue.record("\(selection)")
      return
    }
  }

  @Test func `a refused ownership is lost to whom the display has told since, or tells next`()
    throws
  {
    let owner = Owner(targets: ["a/b"])
    var toldBefore = try Self.selection(.claimed)
    _ = toldBefore.changed(to: owner, content: Self.content(), at: 1)
    let late = toldBefore.refused()
    #expect(late == .late(owner))
    var toldAfter = try Self.selection(.claimed)
    let nothing = toldAfter.refused()
    #expect(nothing == .none)
    let change = toldAfter.changed(to: owner, content: Self.content(), at: 1)
    guard case .replaced(.own) = change else {
      Issue.record("\(change)")
      return
    }
  }

  private static func content() -> ForeignContent {
    let types = ImportedTypes(["a/b"])
    return ForeignContent(
      serial: Serial(1), owner: Owner(targets: ["a/b"]), types: types, copied: 0, copiedRealtime: 0,
      inspection: Inspection(types), ahead: ReadAhead(types, room: 1, at: nil))
  }

  private static func ownership() throws -> Ownership {
    let copied = CopiedOffer(
      offer: Identifier(high: 1, middle: 0, low: 0),
      items: [CopiedItem(representations: [CopiedRepresentation(type: .utf8Text)])])
    return Ownership(
      serial: Serial(2), content: .copied(copied),
      targets: try #require(ExportedTargets(copied, markerID: "x")), at: 0)
  }

  private static func selection(_ state: State) throws -> SelectionState {
    var selection = SelectionState()
    switch state {
    case .empty: break
    case .foreign: _ = try perform(.program, on: &selection)
    case .vacant:
      _ = try perform(.program, on: &selection)
      _ = try perform(.nobody, on: &selection)
    case .claimed: _ = try perform(.claim, on: &selection)
    case .shown:
      _ = try perform(.claim, on: &selection)
      _ = try perform(.own, on: &selection)
    }
    return selection
  }

  private static func perform(
    _ input: Input, on selection: inout SelectionState
  ) throws -> String {
    switch input {
    case .nobody: return name(of: selection.changed(to: nil, content: nil, at: 0))
    case .program:
      return name(
        of: selection.changed(to: Owner(targets: ["a/b"]), content: content(), at: 0))
    case .own:
      return name(of: selection.changed(to: Owner(targets: [], isOwn: true), content: nil, at: 0))
    case .refused: return name(of: selection.refused())
    case .time: return name(of: selection.timePassed(10_000_000))
    case .claim: _ = selection.claim(try ownership())
    case .clear: _ = selection.clear()
    }
    return "-"
  }

  private static func name(of selection: SelectionState) -> String {
    if selection.own != nil { return "own" }
    if selection.foreign != nil { return "foreign" }
    return selection.lastForeign == nil ? "empty" : "vacant"
  }

  private static func name(of change: SelectionState.Change) -> String {
    switch change {
    case .none: "none"
    case .replaced: "replaced"
    case .vacated: "vacated"
    case .emptied: "emptied"
    case .abandoned: "abandoned"
    case .secretKept: "secret kept"
    case .late: "late"
    }
  }
}
