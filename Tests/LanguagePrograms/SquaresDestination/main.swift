// Writes the newest CSV on offer to standard output. Exit status 0: it is complete.
import DragClient
import Foundation

do {
  let client = try await DragClient.connect()
  let item = try await client.find(["text/csv"]).firstItem()
  var count = 0
  for try await chunk in item.chunks(["text/csv"]) {
    try FileHandle.standardOutput.write(contentsOf: chunk)
    count += chunk.count
  }
  // Here it is complete; otherwise the loop has thrown.
  let name = item.fileName ?? "something"
  FileHandle.standardError.write(Data("\(count) bytes of \(name)\n".utf8))
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
