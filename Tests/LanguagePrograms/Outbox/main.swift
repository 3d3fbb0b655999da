// Outbox FOLDER FILE...: takes files into a folder, and moves everything in it to the drop target Inbox.
import DragClient
import DragClientFoundation
import Foundation

/// The folder. Each item in it has a file `KEY NAME`; the keys are never used again.
struct Outbox: Sendable {
  let folder: URL

  /// The secret that names this source after a restart too.
  func cookie() throws -> String {
    let file = folder.appending(path: "cookie")
    if let cookie = try? String(contentsOf: file, encoding: .utf8) { return cookie }
    try MoveSource.newCookie().write(to: file, atomically: true, encoding: .utf8)
    try FileHandle(forReadingFrom: folder).synchronize()
    return try String(contentsOf: file, encoding: .utf8)
  }

  func add(_ file: URL) throws {
    let name = "\(UUID()) \(file.lastPathComponent)"
    try FileManager.default.moveItem(at: file, to: folder.appending(path: name))
  }

  /// The names of the files, by their keys.
  func names() throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.contains(" ") }
    return Dictionary(uniqueKeysWithValues: names.map { (String($0.prefix(36)), $0) })
  }

  func items() throws -> [ItemProvider] {
    try names().map { key, name in
      var item = try ItemProvider(contentsOf: folder.appending(path: name), key: key)
      item.suggestedName = String(name.dropFirst(37))
      return item
    }
  }

  /// Deletes an item for good; one that is deleted already is a success.
  func delete(_ key: String) throws {
    if let name = try names()[key] {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    try FileHandle(forReadingFrom: folder).synchronize()
  }
}

do {
  let outbox = Outbox(folder: URL(filePath: CommandLine.arguments[1]))
  let client = try await DragClient.connect()
  let moves = MoveSource(cookie: try outbox.cookie()) { key in try outbox.delete(key) }
  try await client.recover(source: moves)  // deletes what had moved when a killed Outbox ended
  for file in CommandLine.arguments.dropFirst(2) { try outbox.add(URL(filePath: file)) }
  guard let target = try await client.targets(named: "Inbox").first else {
    throw DragError(.noSuchTarget, "no program has a drop target Inbox")
  }
  let result = try await target.drop(try outbox.items(), operations: [.move], moves: moves)
  print("Moved", result.items, "items,", result.bytes, "bytes")
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
