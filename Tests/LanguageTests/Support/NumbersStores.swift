import Foundation
import Harness
import Testing

/// The folders of a source and a destination of the scenario, and checks of their content.
struct NumbersStores {
  static let count = 100_000_000

  let source: String
  let destination: String

  /// The folders are in memory: writing hundreds of megabytes to a disk takes time and proves nothing here.
  init(_ fixture: Fixture) throws {
    let folder = try TemporaryFolder("stores", inMemory: true)
    fixture.atEnd { folder.remove() }
    source = try folder.makeFolder("source")
    destination = try folder.makeFolder("destination")
  }

  /// The keys of the items that the source has.
  func items() throws -> [String] {
    try files(source, "item")
  }

  /// The ids of the moves that the destination has in a state: `pending`, `kept`, `numbers`.
  func moves(_ state: String) throws -> [String] {
    try files(destination, state).filter { $0 != "copy" }
  }

  /// Expects the item to exist exactly once, at the destination.
  func expectMoved(checkingContent: Bool = true) throws {
    #expect(try items() == [])
    #expect(try moves("pending") + moves("kept") == [])
    let moved = try moves("numbers")
    #expect(moved.count == 1)
    for move in moved where checkingContent { try expectNumbers("\(move).numbers") }
  }

  /// Expects a file of the destination to have all numbers: byte k is k modulo 256.
  func expectNumbers(_ name: String) throws {
    let file = try FileHandle(forReadingFrom: URL(filePath: "\(destination)/\(name)"))
    defer { try? file.close() }
    let block = Data(Sample.cycle(1 << 20))
    var total = 0
    while let chunk = try file.read(upToCount: block.count), !chunk.isEmpty {
      guard chunk == block.prefix(chunk.count) else {
        Issue.record("\(name) differs within a mebibyte from \(total)")
        return
      }
      total += chunk.count
    }
    #expect(total == Self.count, "\(name)")
  }

  private func files(_ folder: String, _ suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".\(suffix)") }.map { String($0.dropLast(suffix.count + 1)) }
  }
}
