import DesktopTypes
import DragModel
import Harness
import Testing

@testable import ClipboardModel

/// What everybody reads of the content of real programs.
@Suite struct RecordedTests {
  private static let recordings = (try? Recording.all()) ?? []

  @Test func `there are recordings`() throws {
    #expect(try Recording.all().count > 90)
  }

  @Test(arguments: recordings)
  func `what everybody reads is what was meant`(_ recording: Recording) throws {
    let imported = ImportedTypes(recording.targets.map(\.name))
    let types = imported.types.map(\.type)
    let list = TypeDatabase().fileList(among: types, isBesideText: true)
    let main = try #require(list ?? TypeDatabase().main(among: types))
    let read = try #require(imported.types.first { $0.type == main })
    let bytes = try #require(recording.content(of: read.target), "\(main)")
    switch recording.meaning {
    case .text, .secret:
      #expect(String(decoding: read.decoding.decode(bytes), as: UTF8.self) == recording.text)
    case .address:
      let words = String(decoding: read.decoding.decode(bytes), as: UTF8.self)
      #expect(words == recording.text || words == "\(recording.text ?? "")\r\n")
    case .picture: #expect(main.description == "image/png")
    case .files, .cutFiles:
      #expect(list != nil)
      let paths = FileURI.uris(inList: bytes).compactMap { FileURI.path(of: $0) }
      #expect(
        paths.map { String(decoding: $0, as: UTF8.self) }
          == recording.files.map { "\(Recording.placeholder)/\($0)" })
    case .anything: break
    }
    let ahead = ReadAheadList.choose(from: imported)
    #expect(ahead.contains(read) || recording.meaning == .anything)
  }

  @Test(arguments: recordings.filter { [.files, .cutFiles].contains($0.meaning) })
  func `a cut is told from a copy`(_ recording: Recording) throws {
    var inspection = Inspection(ImportedTypes(recording.targets.map(\.name)))
    inspection.start()
    while let mark = inspection.next {
      let start = recording.content(of: mark.target)
      inspection.read(mark, start.map { .complete(size: UInt64($0.count), start: $0) } ?? .failed)
    }
    #expect(inspection.isCut == (recording.meaning == .cutFiles))
  }
}
