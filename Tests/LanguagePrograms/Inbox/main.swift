// Inbox FOLDER: a drop target. Keeps what is dropped on it in a folder, copied or moved there.
import DragClient
import Foundation

/// The folder. In it a move that is not settled has a folder `.ID`, which has the item until that is permanent.
struct Inbox: MoveJournal {
  let folder: URL

  func place(_ move: TransferID) -> URL { folder.appending(path: ".\(move.rawValue)") }

  /// A path for an item, which no other item has.
  func path(_ name: String?) -> String {
    let path = folder.appending(path: name ?? "unnamed").path
    return FileManager.default.fileExists(atPath: path) ? "\(path) \(UUID())" : path
  }

  func store(_ content: LoadedRepresentation, _ move: TransferID) async throws {
    try FileManager.default.createDirectory(at: place(move), withIntermediateDirectories: false)
    try await content.save(to: place(move).appending(path: content.fileName ?? "unnamed").path)
    try FileHandle(forReadingFrom: place(move)).synchronize()
    try FileHandle(forReadingFrom: folder).synchronize()
  }

  func pendingMoves() throws -> [TransferID] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix(".") }.map { TransferID(rawValue: String($0.dropFirst())) }
  }

  func makePermanent(_ move: TransferID) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: place(move).path) {
      let pending = place(move).appending(path: name).path
      try FileManager.default.moveItem(atPath: pending, toPath: path(name))
    }
    try FileHandle(forReadingFrom: folder).synchronize()
  }

  func discard(_ move: TransferID) throws {
    guard FileManager.default.fileExists(atPath: place(move).path) else { return }
    try FileManager.default.removeItem(at: place(move))
  }

  func forget(_ move: TransferID) throws { try discard(move) }  // the folder, which is empty now
}

do {
  let inbox = Inbox(folder: URL(filePath: CommandLine.arguments[1]))
  let client = try await DragClient.connect()
  let recovery = try await client.recover(journal: inbox)  // what a killed Inbox left behind
  for (_, error) in recovery.undecided { print("Not settled yet:", error) }
  let target = try await client.registerTarget("Inbox", operations: [.copy, .move]) { drop in
    for item in drop.items {
      if drop.operation == .move {
        try await drop.loading(item).move(journal: inbox, storing: inbox.store)
      } else {
        try await drop.loading(item).save(into: inbox.folder.path)
      }
    }
  }
  print("Registered", target.path)
  fflush(nil)
  for await _ in client.offers {}  // as long as there is a bus
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
