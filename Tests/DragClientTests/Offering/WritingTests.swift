import DragClient
import DragClientFoundation
import Foundation
import Harness
import Testing

/// What a source may hand over, and write.
@Suite struct WritingTests {
  /// Loads what one closure writes.
  private func written(
    in world: World, _ write: @escaping @Sendable (RepresentationWriter) async throws -> Void
  ) async throws -> [UInt8] {
    let offering = try await world.client().offer([ItemProvider(lazy: "a/b", write)])
    return try await world.client().offered(at: offering.path).firstItem().bytes()
  }

  @Test func everyCollectionOfBytesIsWritten() async throws {
    try await World.run { world in
      let large = Sample.noise(500_000)
      let path = try world.fixture.folder.write("file", large)
      let written = try await written(in: world) { writer in
        try await writer.write([1, 2])
        try await writer.write(large[10...])
        try await writer.write(Data(large).dropFirst(20))
        try await writer.write(repeatElement(7, count: 100_000))
        try await writer.write("text")
        try await writer.write(contentsOf: path)
        try await writer.write(contentsOf: URL(filePath: path))
        #expect(writer.bytesWritten == 2_099_976)
      }
      let expected =
        [1, 2] + large.dropFirst(10) + large.dropFirst(20) + Array(repeating: 7, count: 100_000)
        + Array("text".utf8) + large + large
      #expect(written == expected)
    }
  }

  /// Bytes that are made when they are read.
  private struct MadeBytes: RandomAccessCollection, Sendable {
    let endIndex: Int
    let reads = Box(0)
    var startIndex: Int { 0 }

    subscript(index: Int) -> UInt8 {
      reads.count()
      return UInt8(truncatingIfNeeded: index)
    }
  }

  @Test func eachByteOfACollectionIsReadOnce() async throws {
    try await World.run { world in
      // More than a pipe holds.
      let bytes = MadeBytes(endIndex: 3 << 19)
      let written = try await written(in: world) { writer in try await writer.write(bytes) }
      #expect(bytes.reads.value == bytes.endIndex)
      #expect(written == Array(bytes))
    }
  }

  @Test func aFileThatCannotBeWrittenFailsTheSource() async throws {
    try await World.run { world in
      let folder = world.fixture.folder.path("")
      let errors = Box<[DragError.Code]>([])
      let failed = await failure { () async throws(DragError) in
        do {
          _ = try await written(in: world) { writer in
            for path in [folder, folder + "none"] {
              do throws(DragError) {
                try await writer.write(contentsOf: path)
              } catch {
                errors.update { $0.append(error.code) }
                #expect(error.message.hasPrefix(path))
              }
            }
            throw DragError(.storageFull, "no more")
          }
        } catch let error as DragError {
          throw error
        } catch {
          throw DragError(.other, "\(error)")
        }
      }
      #expect(failed?.code == .sourceFailed)
      #expect(errors.value == [.invalidDescriptor, .system])
    }
  }

  @Test(arguments: [5, 1_000_000])
  func aDescriptorIsOfferedAndLoaded(_ size: Int) async throws {
    try await World.run { world in
      let content = Sample.noise(size)
      let path = try world.fixture.folder.write("file", content)
      let file = OwnedDescriptor(adopting: open(path, O_RDONLY | O_CLOEXEC))
      // Its position does not matter.
      lseek(file.rawValue, 3, SEEK_SET)
      var item = ItemProvider()
      item.register("a/b", descriptor: file)
      let client = try await world.client()
      let offering = try await client.offer([item])
      let found = try await world.client().offered(at: offering.path).firstItem()
      let loaded = try await found.loading().descriptor()
      let number = loaded.release()
      let bytes = try FileHandle(fileDescriptor: number, closeOnDealloc: true).readToEnd()
      #expect(bytes == Data(content))
    }
  }

  @Test func aDescriptorOfAPipeIsRefused() async throws {
    try await World.run { world in
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0)
      defer { close(ends[1]) }
      var item = ItemProvider()
      item.register("a/b", descriptor: OwnedDescriptor(adopting: ends[0]))
      let client = try await world.client()
      let error = await failure { () async throws(DragError) in try await client.offer([item]) }
      #expect(error?.code == .invalidDescriptor)
    }
  }

  @Test func dataAndURLsAreContentToo() async throws {
    try await World.run { world in
      let path = try world.fixture.folder.write("note.txt", text: "of a file")
      var item = try ItemProvider(contentsOf: URL(filePath: path))
      item.register("a/b", bytes: Data("of data".utf8))
      let offering = try await world.client().offer([item])
      let found = try await world.client().offered(at: offering.path).firstItem()
      #expect(found.suggestedName == "note.txt")
      #expect(try await found.data() == Data("of a file".utf8))
      #expect(try await found.value(as: Data.self) == Data("of a file".utf8))
      let loaded = try await found.loading(["a/b"]).load()
      #expect(try await loaded.data() == Data("of data".utf8))
      #expect(try await loaded.fileHandle().readToEnd() == Data("of data".utf8))
      let saved = URL(filePath: world.fixture.folder.path("saved"))
      try await found.save(to: saved, ["a/b"])
      #expect(try Data(contentsOf: saved) == Data("of data".utf8))
      let web = URL(string: "https://example.org/x")!
      let error = await failure { () async throws(DragError) in try await found.save(to: web) }
      #expect(error?.code == .invalidArguments)
    }
  }
}
