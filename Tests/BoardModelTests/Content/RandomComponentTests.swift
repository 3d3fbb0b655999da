import BoardModel
import DragModel
import Foundation
import Harness
import Testing

/// Names and links of hostile programs, where the board writes them.
@Suite struct RandomComponentTests {
  private static let folderType = MIMEType.folderArchive.description

  @Test func `random components`() throws {
    try TestBoard.run { board in
      let folder = try board.folder.makeFolder("saved")
      var hostile = HostileNames(seed: 1)
      var trees = 0
      for _ in 0..<100 {
        let name = String(decoding: hostile.component(), as: UTF8.self)
        let file = try Content.bytes([1]).save(in: folder, as: name, "a/b")
        #expect(try Self.names(folder).map { "\(folder)/\($0)" } == [file])
        try FileManager.default.removeItem(atPath: file)
        let archive = Content.bytes(hostile.archive())
        guard let path = try? archive.save(in: folder, as: name, Self.folderType) else {
          #expect(try Self.names(folder) == [])
          continue
        }
        trees += 1
        #expect(try Self.names(folder).map { "\(folder)/\($0)" } == [path])
        #expect(try StandingTree(path).linksOut == [])
        #expect(try Program.run("rm", ["-r", path]).exit == .success)
      }
      #expect(trees > 10, "\(trees)")
      #expect(try Self.names(board.folder.path) == ["data", "saved"])
    }
  }

  /// The files that other programs get the paths of.
  @Test func `random components: a card's file is in a folder of its own`() throws {
    try TestBoard.run { board in
      let exports = board.folder.path("data/exports")
      var hostile = HostileNames(seed: 2)
      for number in 0..<60 {
        let name = String(decoding: hostile.component(), as: UTF8.self)
        let card = try #require(try board.add(item("application/x-any", [1], name: name)).first)
        let list = try #require(
          try board.store.representations(of: card).first { $0.type == "text/uri-list" })
        let uri = try #require(FileURI.uris(inList: try list.read().bytes()).first)
        let path = String(decoding: try #require(FileURI.path(of: uri)), as: UTF8.self)
        #expect(path.hasPrefix("\(exports)/") && path.split(separator: "/").last != "..", "\(path)")
        #expect(path.dropFirst(exports.count).count { $0 == "/" } == 2, "\(path)")
        #expect(FileManager.default.contents(atPath: path) == Data([1]), "\(path)")
        #expect(try Self.names(exports).count == number + 1)
      }
      #expect(try Self.names(board.folder.path) == ["data"])
    }
  }

  private static func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }
}
