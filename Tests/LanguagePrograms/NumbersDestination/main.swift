// NumbersDestination STORE: settles the moves that were cut off; then cancels a copy of the newest
// numbers on offer, copies them, and moves them into a folder.
import DragClient
import Foundation

func say(_ words: Any...) {
  print(words.map { "\($0)" }.joined(separator: " "))
  fflush(nil)
}

/// A move is ID.pending until dragd has committed it, ID.kept until dragd knows that it is kept,
/// and then ID.numbers.
struct Store: MoveJournal {
  let folder: URL

  func file(_ transfer: TransferID, _ state: String) -> URL {
    folder.appending(path: "\(transfer.rawValue).\(state)")
  }

  func pendingMoves() throws -> [TransferID] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { ["pending", "kept"].contains($0.pathExtension) }
      .map { TransferID(rawValue: $0.deletingPathExtension().lastPathComponent) }
  }

  func makePermanent(_ transfer: TransferID) throws {
    try rename(transfer, "pending", "kept")
    let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  func discard(_ transfer: TransferID) throws {
    guard FileManager.default.fileExists(atPath: file(transfer, "pending").path) else { return }
    try FileManager.default.removeItem(at: file(transfer, "pending"))
  }

  func forget(_ transfer: TransferID) throws {
    try rename(transfer, "kept", "numbers")
    say("Moved:", transfer.rawValue)
  }

  /// A file that was renamed before counts as a success.
  private func rename(_ transfer: TransferID, _ old: String, _ new: String) throws {
    guard FileManager.default.fileExists(atPath: file(transfer, old).path) else { return }
    try FileManager.default.moveItem(at: file(transfer, old), to: file(transfer, new))
  }
}

func cancelledCopy(_ item: OfferedItem, _ size: UInt64) async throws {
  var done = 0
  var said = 0
  for try await chunk in item.chunks(["application/x-numbers"]) {
    done += chunk.count
    if done - said >= 10_000_000 {
      say("Received", done, "of", size, "bytes")
      said = done
    }
    if done >= 50_000_000 { break }  // cancels
  }
  say("Cancelled after", done, "bytes")
}

func wholeCopy(_ item: OfferedItem, into store: Store) async throws {
  let loading = item.loading(["application/x-numbers"])
  let progress = Task {
    for await progress in loading.progress {
      say("Received", progress.bytes, "of", progress.total ?? 0, "bytes")
    }
  }
  let path = store.folder.appending(path: "copy.numbers").path
  let content = try await loading.save(to: path, replacing: true)  // complete, or it throws
  await progress.value
  say("Complete:", content.size, "bytes")
}

func move(_ item: OfferedItem, into store: Store) async throws {
  try await item.move(["application/x-numbers"], journal: store) { content, transfer in
    say("Received", content.size, "of", content.size, "bytes")
    try await content.save(to: store.file(transfer, "pending").path)
    say("Stored as pending:", transfer.rawValue)
  }
}

func run(_ store: Store) async throws {
  let client = try await DragClient.connect()
  let recovery = try await client.recover(journal: store)
  for transfer in recovery.kept { say("Recovered:", transfer.rawValue, "committed") }
  for transfer in recovery.discarded { say("Recovered:", transfer.rawValue, "aborted") }
  if let (_, error) = recovery.undecided.first { throw error }
  let item = try await client.find(["application/x-numbers"]).firstItem()
  for one in item.representations {
    let size = one.size.map { "\($0)" } ?? "unknown"
    say(item.fileName ?? "something", "as", one.type, "of", size, "bytes")
  }
  try await cancelledCopy(item, item.representations.first?.size ?? 0)
  try await wholeCopy(item, into: store)
  try await move(item, into: store)
}

do {
  try await run(Store(folder: URL(filePath: CommandLine.arguments[1])))
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
