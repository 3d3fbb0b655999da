internal import DragClient
internal import DragModel
internal import DragSystem
internal import Foundation

/// What was put on the shelf at once: the items to offer, and what a shelf that was killed gets back.
nonisolated struct ShelfRecord: Codable, Sendable {
  var label: String?
  var items: [Item]
  /// The items that have tiles; nil for all.
  var shown: [Int]?

  nonisolated struct Item: Codable, Sendable {
    var name: String?
    /// Best first.
    var representations: [Representation] = []

    /// Those of persons' own files.
    var paths: [String] {
      representations.compactMap { one in
        if case .file(let path, _, _) = one.content { path } else { nil }
      }
    }

    mutating func add(_ type: String?, _ content: Content) {
      representations.append(Representation(type: type, content: content))
    }
  }

  nonisolated struct Representation: Codable, Sendable {
    /// Nil lets dragd infer it.
    var type: String?
    var content: Content
  }

  nonisolated enum Content: Codable, Sendable {
    case inMemory(Data)
    /// A file of the shelf.
    case copy(path: String)
    /// A person's own file, as it was then.
    case file(path: String, device: UInt64, inode: UInt64)

    static func bytes(_ bytes: [UInt8]) -> Content { .inMemory(Data(bytes)) }
  }

  var providers: [ItemProvider] {
    items.map { item in
      var provider = ItemProvider(suggestedName: item.name)
      for one in item.representations {
        switch one.content {
        case .inMemory(let bytes): provider.register(one.type, bytes: [UInt8](bytes))
        case .copy(let path), .file(let path, _, _): provider.register(one.type, file: path)
        }
      }
      return provider
    }
  }

  /// The paths of persons' files that are not there any more, or are other files now.
  var missing: [String] {
    items.flatMap { item in
      item.representations.compactMap { one in
        guard case .file(let path, let device, let inode) = one.content else { return nil }
        let key = ((try? FileStatus.of(path: Array(path.utf8))) ?? nil)?.identity.key
        return key == FileKey(device: device, inode: inode) ? nil : path
      }
    }
  }
}

/// The records of the shelf of a session. A shelf that is killed leaves them and the files of its tiles; the next one
/// of the same session bus takes them over. None is ever made of content that its source calls sensitive.
extension ShelfSpool {
  private static let ending = ".json"
  private static let mark = "session"

  /// Keeps a record beside the files of a group, and charges its bytes. A shelf that is killed loses a tile for which
  /// there is no room.
  func keep(_ record: ShelfRecord, for group: String) async {
    guard isMarked else { return }
    let path = recordPath(of: group)
    guard let bytes = await Self.encoded(record), (try? charge(bytes.count, to: group)) != nil
    else { return }
    // The tile may be gone by now.
    guard await Self.write(bytes, to: path), isCharged(group) else { return Self.remove(path) }
  }

  /// Notes which items of a group have tiles.
  func note(shown: [Int], for group: String) async {
    let path = recordPath(of: group)
    let before = noting
    let task = Task {
      await before?.value
      guard isCharged(group), var record = await Self.decoded(path) else { return }
      record.shown = shown
      guard let bytes = await Self.encoded(record), isCharged(group) else { return }
      _ = await Self.write(bytes, to: path)
      if !isCharged(group) { Self.remove(path) }
    }
    noting = task
    await task.value
  }

  @concurrent private static func decoded(_ path: String) async -> ShelfRecord? {
    FileManager.default.contents(atPath: path)
      .flatMap { try? JSONDecoder().decode(ShelfRecord.self, from: $0) }
  }

  @concurrent private static func encoded(_ record: ShelfRecord) async -> Data? {
    try? JSONEncoder().encode(record)
  }

  @concurrent private static func write(_ bytes: Data, to path: String) async -> Bool {
    // In one step: half a record is none.
    let new = "\(path).new"
    guard
      FileManager.default.createFile(
        atPath: new, contents: bytes, attributes: [.posixPermissions: 0o600])
    else { return false }
    return rename(new, path) == 0
  }

  private static func remove(_ path: String) { unlink(path) }

  func recordPath(of group: String) -> String { "\(folder)/\(group)\(Self.ending)" }

  /// Takes over what killed shelves of the same session have left, and removes what those of others have.
  ///
  /// - Parameter session: the id of the session bus; nil where it is not known.
  /// - Returns: their records, the oldest first.
  func takeOver(ofSession session: String?) throws -> [(group: String, record: ShelfRecord)] {
    try Self.inTurn(in: parent) {
      var found: [(group: String, record: ShelfRecord)] = []
      for name in Self.leftovers(in: parent, besides: folder) {
        let old = "\(parent)/\(name)"
        let mark = try? String(contentsOfFile: "\(old)/\(Self.mark)", encoding: .utf8)
        if let session, mark == session { found += takeOver(old) }
        try? FileManager.default.removeItem(atPath: old)
      }
      if let session {
        try Data(session.utf8).write(to: URL(filePath: "\(folder)/\(Self.mark)"))
        isMarked = true
      }
      return found
    }
  }

  private func takeOver(_ old: String) -> [(group: String, record: ShelfRecord)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: old)) ?? []
    let records = names.filter { $0.hasSuffix(Self.ending) }.sorted {
      $0.compare($1, options: .numeric) == .orderedAscending
    }
    return records.compactMap { name in
      guard let bytes = FileManager.default.contents(atPath: "\(old)/\(name)"),
        var record = try? JSONDecoder().decode(ShelfRecord.self, from: bytes)
      else { return nil }
      let group = "kept-\(UUID().uuidString.lowercased())"
      for item in record.items.indices {
        for index in record.items[item].representations.indices {
          guard case .copy(let path) = record.items[item].representations[index].content else {
            continue
          }
          // Its records name only files in their own folder.
          guard path.hasPrefix("\(old)/"), !path.contains("/../"),
            let size = (try? FileStatus.of(path: Array(path.utf8), followsLinks: false))??.size,
            (try? charge(Int(clamping: size), to: group)) != nil,
            let place = try? place(URL(filePath: path).lastPathComponent, for: group),
            rename(path, place) == 0
          else {
            remove(group)
            return nil
          }
          record.items[item].representations[index].content = .copy(path: place)
        }
      }
      return (group, record)
    }
  }
}
