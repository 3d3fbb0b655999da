// Offers a table of squares: in words at once, as CSV on demand.
import DragClient
import Foundation

do {
  let client = try await DragClient.connect()
  var squares = ItemProvider(suggestedName: "squares.csv")
  squares.register("text/csv") { pipe in
    for start in stride(from: 0, to: 200_000, by: 1000) {
      try await pipe.write((start..<start + 1000).map { "\($0),\($0 * $0)\n" }.joined())
    }
  }
  squares.register("text/plain", bytes: Array("The first 200,000 squares\n".utf8))
  let offering = try await client.offer([squares])
  print("Offered", offering.path)
  fflush(nil)
  for await _ in offering.events {}
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
