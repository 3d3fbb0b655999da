import DragBroker
import DragModel
import DragSystem
import Foundation
import Harness

/// Everything that the processes of one run leave, and what is wrong with it.
struct Stores {
  let root: String
  let isManaged: Bool
  /// The folders below `root` in which items can be.
  static let places = ["from", "to", "other"]
  /// The homes in which dragctls keep their notes.
  static let homes = ["source-home", "destination-home", "rival-home"]

  /// The items: one is transferred through a pipe, one in the reply to Accept.
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

  /// All files below a folder, without folders.
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

  /// Whether no item is left at the source.
  var isSourceEmpty: Bool { names("from").isEmpty }

  /// Whether a dragctl with that home has left an unsettled move.
  func hasNotes(_ home: String) -> Bool { !names("\(home)/dragctl").isEmpty }

  /// What is wrong once all processes have recovered.
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
    if !leftovers().isEmpty { faults.insert(.left) }
    return faults
  }

  /// What should not be there any more.
  func leftovers() -> [String] {
    var found = Self.places.flatMap { place in
      names(place).filter { Self.items[$0] == nil }.map { "\(place)/\($0)" }
    }
    found += Self.homes.flatMap { files(below: $0) }
    // A dragd that rewrites these files replaces what a killed one has left of them.
    let kept: Set = [
      "dragd-home/dragd/moves", "dragd-home/dragd/moves.end", "dragd-home/dragd/moves.lock",
      "dragd-home/dragd/moves.new", "dragd-home/dragd/moves.end.new",
    ]
    found += files(below: "dragd-home").filter { !kept.contains($0) }
    // A manager's next dragd would restore from the state files; `lookForOffers` checks that they have no offer.
    found += files(below: "runtime").filter { !isManaged || !$0.hasSuffix(".state") }
    do {
      found += try ledger().map { "in the ledger: \($0)" }
    } catch {
      found.append("the ledger: \(error)")
    }
    return found
  }

  /// The ledger as rewritten by a dragd that starts when all others have ended.
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

  /// A description for people.
  var description: String {
    var lines = Self.places.flatMap { place in
      names(place).map { name in
        let size = FileManager.default.contents(atPath: "\(root)/\(place)/\(name)")?.count ?? -1
        return "\(place)/\(name) (\(size) bytes)"
      }
    }
    lines += leftovers().map { "left: \($0)" }
    return lines.joined(separator: "\n")
  }
}

/// What must not happen in a run.
enum Fault: String, CaseIterable, Hashable, Sendable {
  case lost, doubled, torn, left, locked
  /// Something that took no part has changed.
  case touched
}

private struct LedgerReader: RecordState {
  private var ledger = LedgerState(limit: MoveCost(moves: .max, bytes: .max))

  var entries: [LedgerEntry] { ledger.entries { _ in false } }

  mutating func reset() { ledger = LedgerState(limit: MoveCost(moves: .max, bytes: .max)) }

  mutating func apply(_ record: [UInt8]) -> Bool {
    guard let entry = LedgerEntry(record: record) else { return false }
    ledger.apply(entry)
    return true
  }

  func live() -> [[UInt8]] { entries.map(\.record) }
}
