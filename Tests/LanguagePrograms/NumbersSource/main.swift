// NumbersSource STORE: offers the items in a folder, to be copied or moved away, each as a text
// and, made when it is wanted, as a table and as 100,000,000 numbers.
import DragClient
import Foundation

let count = 100_000_000

func say(_ words: Any...) {
  print(words.map { "\($0)" }.joined(separator: " "))
  fflush(nil)
}

/// The cookie, and each item in a file that is named after its key.
struct Store: Sendable {
  let folder: URL

  func file(_ name: String) -> URL { folder.appending(path: name) }

  func keys() throws -> [String] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "item" }.map { $0.deletingPathExtension().lastPathComponent }
  }

  /// The cookie; a new store gets one, and an item.
  func cookie() throws -> String {
    if let cookie = try? String(contentsOf: file("cookie"), encoding: .utf8) { return cookie }
    let cookie = MoveSource.newCookie()
    try save("\(UUID()).item", "A hundred million numbers\n")
    try save("cookie", cookie)
    return cookie
  }

  /// Writes a file that is there whole or not at all, and still there after a power cut.
  private func save(_ name: String, _ text: String) throws {
    let new = file(name + ".new")
    guard
      FileManager.default.createFile(
        atPath: new.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    else { throw POSIXError(.EIO) }
    try sync(new)
    try FileManager.default.moveItem(at: new, to: file(name))
    try sync(folder)
  }

  /// Deletes an item for good; one that is deleted already is a success.
  func delete(_ key: String) throws {
    let item = file("\(key).item")
    if FileManager.default.fileExists(atPath: item.path) {
      try FileManager.default.removeItem(at: item)
    }
    try sync(folder)
    say("Deleted", key)
  }

  private func sync(_ file: URL) throws {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }
}

func writeNumbers(_ pipe: RepresentationWriter) async throws {
  let chunk = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0) }
  do {
    for start in stride(from: 0, to: count, by: chunk.count) {
      try await pipe.write(Array(chunk.prefix(count - start)))
    }
    say("Wrote", pipe.bytesWritten, "bytes of application/x-numbers")
  } catch {
    say("The reader closed application/x-numbers after", pipe.bytesWritten, "bytes")
    throw error
  }
}

func item(_ key: String, in store: Store) throws -> ItemProvider {
  var item = ItemProvider(suggestedName: "numbers.bin", key: key)
  item.register("application/x-numbers", size: UInt64(count), writeNumbers)
  item.register("text/csv") { pipe in
    let rows = (0..<1000).map { "\($0),\($0 * $0)\n" }
    try await pipe.write("number,square\n" + rows.joined())
  }
  item.register(
    "text/plain;charset=utf-8", bytes: Array(try Data(contentsOf: store.file("\(key).item"))))
  return item
}

func serve(_ store: Store) async throws {
  var options = OfferingOptions()
  options.operations = [.copy, .move]
  let moves = MoveSource(cookie: try store.cookie()) { key in
    guard try store.keys().contains(key) else {
      throw DragError(.sourceFailed, "\(key) is no longer here")
    }
    say(key, "may move")
  } delete: { key in
    say(key, "has moved")
    try store.delete(key)
  }
  options.moves = moves
  let client = try await DragClient.connect()
  try await client.recover(source: moves)
  let items = try store.keys().map { try item($0, in: store) }
  guard !items.isEmpty else { return say("Nothing is left to offer") }
  let offering = try await client.offer(items, options: options)
  say("Offered", offering.path)
  for await event in offering.events {
    switch event {
    case .published: say("Offered", offering.path)  // again, to a new dragd
    case .ended(let transfer): tell(transfer)
    case .asked, .progress, .released: break
    }
  }
  // The last item has moved away, and may be in the middle of being deleted.
  try await client.recover(source: moves)
}

func tell(_ transfer: EndedTransfer) {
  switch transfer.result {
  case .success(let operation): say("Ended:", operation.rawValue, transfer.bytes, "bytes")
  case .failure(let error): say("Ended: none", transfer.bytes, "bytes", error)
  }
}

do {
  try await serve(Store(folder: URL(filePath: CommandLine.arguments[1])))
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
