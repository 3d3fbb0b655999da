import DragBroker
import DragModel
import DragSystem
import Foundation
import Harness

/// All that processes of one run leave behind them, and what is wrong with it.
struct Stores {
  let root: String
  let isManaged: Bool
  /// The folders below `root` that items can be in.
  static let places = ["from", "to", "other"]
  /// Below these dragctls keep their notes.
  static let homes = ["source-home", "destination-home", "rival-home"]

  /// What the items are: one comes through a pipe, one within the reply to Accept.
  static let items: [String: Data] = [
    "large": Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 11) }),
    "small": Data("a few words\n".utf8),
  ]

  init(root: String, isManaged: Bool = false) {
    self.root = root
    self.isManaged = isManaged
  }

  func make() throws {
    for name in Self.places + Self.homes + ["dragd-home", "runtime", "steps", "starts"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(name)", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    for (name, content) in Self.items {
      try content.write(to: URL(fileURLWithPath: "\(root)/from/\(name)"))
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: root) }

  func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted()) ?? []
  }

  /// Everything below a folder that is no folder.
  private func files(below folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: "\(root)/\(folder)")
    var found: [String] = []
    while let name = all?.nextObject() as? String {
      if all?.fileAttributes?[.type] as? FileAttributeType != .typeDirectory {
        found.append("\(folder)/\(name)")
      }
    }
    return found.sorted()
  }

  /// Whether nothing is left to be moved.
  var isSourceEmpty: Bool { names("from").isEmpty }

  /// Whether a dragctl with that home has left something to be settled.
  func hasNotes(_ home: String) -> Bool { !names("\(home)/dragctl").isEmpty }

  /// What is wrong once everybody has come back and settled.
  func faults() -> Set<Fault> {
    var faults: Set<Fault> = []
    for (name, content) in Self.items {
      let copies = Self.places.filter { names($0).contains(name) }
      let whole = copies.filter {
        content == FileManager.default.contents(atPath: "\(root)/\($0)/\(name)")
      }
      if whole.isEmpty { faults.insert(.lost) }
      if copies.count > 1 { faults.insert(.doubled) }
      if copies.count != whole.count { faults.insert(.torn) }
    }
    if !leavings().isEmpty { faults.insert(.left) }
    return faults
  }

  /// What should not be there any more.
  func leavings() -> [String] {
    var found = Self.places.flatMap { place in
      names(place).filter { Self.items[$0] == nil }.map { "\(place)/\($0)" }
    }
    found += Self.homes.flatMap { files(below: $0) }
    // What a killed one was writing anew is written over by the next that does.
    let kept: Set = [
      "dragd-home/dragd/moves", "dragd-home/dragd/moves.end", "dragd-home/dragd/moves.lock",
      "dragd-home/dragd/moves.new", "dragd-home/dragd/moves.end.new",
    ]
    found += files(below: "dragd-home").filter { !kept.contains($0) }
    // What a manager's next dragd would restore from; that nothing is on offer in it is looked at while it runs.
    found += files(below: "runtime").filter { !isManaged || !$0.hasSuffix(".state") }
    do {
      found += try ledger().map { "in the ledger: \($0)" }
    } catch {
      found.append("the ledger: \(error)")
    }
    return found
  }

  /// What the ledger has when it is written anew by a dragd that comes when all others have gone.
  func ledger() throws -> [LedgerEntry] {
    let folder = "\(root)/dragd-home/dragd"
    guard FileManager.default.fileExists(atPath: folder + "/moves") else { return [] }
    let lock = try FileLock(path: folder + "/moves.lock")
    var log = RecordLog(
      try DiskStorage(folder: folder, lock: lock),
      RecordLog.Options(
        name: "moves", contents: LedgerEntry.recordVersion, isShared: true, isSynced: true))
    var reader = LedgerReader()
    try log.transact(&reader) { _ in RecordLog.Addition() }
    return reader.entries
  }

  /// All of it, for people.
  var description: String {
    var lines = Self.places.flatMap { place in
      names(place).map { name in
        let size = FileManager.default.contents(atPath: "\(root)/\(place)/\(name)")?.count ?? -1
        return "\(place)/\(name) (\(size) bytes)"
      }
    }
    lines += leavings().map { "left: \($0)" }
    return lines.joined(separator: "\n")
  }
}

/// What must not be after a run.
enum Fault: String, CaseIterable, Hashable, Sendable {
  case lost, doubled, torn, left, locked
  /// Something that had no part in it is not what it was.
  case touched
}

private struct LedgerReader: RecordState {
  private var ledger = MoveLedger(limit: MoveCost(moves: .max, bytes: .max))

  var entries: [LedgerEntry] { ledger.entries { _ in false } }

  mutating func reset() { ledger = MoveLedger(limit: MoveCost(moves: .max, bytes: .max)) }

  mutating func apply(_ record: [UInt8]) -> Bool {
    guard let entry = LedgerEntry(record: record) else { return false }
    ledger.apply(entry)
    return true
  }

  func live() -> [[UInt8]] { entries.map(\.record) }
}
