internal import DragModel
internal import Foundation
internal import Translations

/// What a person prefers, for windows and the command line. The folder of the store has the preferences, because they
/// name a board of it.
package struct Preferences: Hashable, Sendable {
  /// The board that a new window shows; nil for the default board.
  package var firstBoard: BoardID?
  /// Whether a window asks before it deletes a list or a board, which can be undone.
  package var asksBeforeDeleting = false
  /// What happens to cards that are marked as done.
  package var whenDone = WhenDone.stay

  /// The size of the window that was closed last; nil for the usual one.
  package var windowSize: Size?
  /// The size of the card dialog that was closed last; nil for the usual one.
  package var dialogSize: Size?
  /// The minute until which the desktop has reminded of what was due; nil before the first time.
  package var remindedUntil: DueDate?
  /// What a person has typed for a new card of a list and left there.
  package private(set) var drafts: [ListID: String] = [:]

  /// In pixels, within the limits of a window.
  package struct Size: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// - Returns: nil for a size that no window has.
    package init?(_ size: (width: Int, height: Int)) {
      guard Self.sides.contains(size.width), Self.sides.contains(size.height) else { return nil }
      (width, height) = size
    }

    private static let sides = 200...16_384
  }

  /// What happens to a card that is marked as done.
  package enum WhenDone: String, CaseIterable, Sendable {
    case stay
    /// It is put at the end of its list.
    case end
    /// It is archived.
    case archive
  }

  package init() {}

  /// Keeps what was typed for a new card of a list, or forgets it for nil. Where all that is kept would be too long,
  /// the others are forgotten, the longest first.
  package mutating func keep(draft: String?, for list: ListID) {
    drafts[list] = draft.map { String($0.prefix(Self.longestDraft)) }
    while drafts.values.reduce(0, { $0 + $1.utf8.count }) > Self.mostDrafts {
      let longest = drafts.filter { $0.key != list }.max {
        $0.value.utf8.count < $1.value.utf8.count
      }
      drafts[longest?.key ?? list] = nil
    }
  }

  /// In characters, and in bytes of UTF-8 for all together.
  private static let (longestDraft, mostDrafts) = (4_096, 64 << 10)
}

extension Preferences {
  private static let type = "application/json"

  /// - Throws: `malformed`, `invalid`.
  init(json: [UInt8]) throws(BoardError) {
    let object = try JSONObject(json, as: Self.type)
    if object.has("firstBoard") { firstBoard = BoardID(rawValue: try object.string("firstBoard")) }
    asksBeforeDeleting = try object.flag("asksBeforeDeleting")
    // A later version may write other values.
    if object.has("whenDone") {
      whenDone = WhenDone(rawValue: try object.string("whenDone")) ?? .stay
    }
    windowSize = try Self.size("window", in: object)
    dialogSize = try Self.size("dialog", in: object)
    if object.has("remindedUntil") { remindedUntil = DueDate(try object.string("remindedUntil")) }
    if object.has("drafts") {
      for draft in try object.objects("drafts", most: .max) {
        keep(draft: try draft.string("text"), for: ListID(rawValue: try draft.string("list")))
      }
    }
  }

  private static func size(_ name: String, in object: JSONObject) throws(BoardError) -> Size? {
    guard object.has("\(name)Width"), object.has("\(name)Height") else { return nil }
    let width = Int(exactly: try object.number("\(name)Width"))
    let height = Int(exactly: try object.number("\(name)Height"))
    return Size((width ?? 0, height ?? 0))
  }

  var json: [UInt8] {
    var members: [JSON.Member] = []
    if let firstBoard { members.append(.init("firstBoard", .string(firstBoard.rawValue))) }
    if asksBeforeDeleting { members.append(.init("asksBeforeDeleting", .bool(true))) }
    members.append(.init("whenDone", .string(whenDone.rawValue)))
    for (name, size) in [("window", windowSize), ("dialog", dialogSize)] {
      guard let size else { continue }
      members.append(.init("\(name)Width", .number(size.width)))
      members.append(.init("\(name)Height", .number(size.height)))
    }
    if let remindedUntil {
      members.append(.init("remindedUntil", .string(remindedUntil.description)))
    }
    if !drafts.isEmpty {
      let sorted = drafts.sorted { $0.key.rawValue < $1.key.rawValue }
      let objects = sorted.map { list, text in
        JSON.object([.init("list", .string(list.rawValue)), .init("text", .string(text))])
      }
      members.append(.init("drafts", .array(objects)))
    }
    return Array(JSON.object(members).text(.spaced, escapesHostile: false).utf8)
  }
}

extension BoardStore {
  private var preferencesPath: String { "\(folder)/preferences.json" }

  /// More than any version writes, in bytes.
  private static let largestPreferences = 1 << 20

  /// The person's preferences; the defaults where the file is missing or unreadable.
  package var preferences: Preferences {
    let bytes = try? OpenFile(reading: preferencesPath).readAll(limit: Self.largestPreferences)
    return bytes.flatMap { try? Preferences(json: $0) } ?? Preferences()
  }

  /// Changes the preferences. What other processes change at the same time is kept: the transaction excludes them.
  ///
  /// - Throws: `unwritable`, `busy`.
  package func prefer(_ change: (inout Preferences) -> Void) throws(BoardError) {
    try database.transaction { () throws(BoardError) in
      let old = preferences
      var new = old
      change(&new)
      guard new != old else { return }
      try Content.bytes(new.json).save(to: preferencesPath, replacing: true)
    }
  }
}
