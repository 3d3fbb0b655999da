import DragConnection
import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import dragctl

/// Names and links of hostile programs, on the disk.
@Suite struct RandomComponentTests {
  /// Whatever number it gets: another change after the check could make another path of it.
  @Test(arguments: [FileName.Rule.safe, .exact])
  func `random components: a name is one in the folder itself`(_ rule: FileName.Rule) throws {
    let folder = try TemporaryFolder("components")
    defer { folder.remove() }
    let path = try folder.makeFolder("in")
    let place = try Folder(path: Array(path.utf8))
    var hostile = HostileNames(seed: 1)
    for _ in 0..<200 {
      let stated = hostile.component()
      // As dragd tells them.
      let (text, exact) = (String(decoding: stated, as: UTF8.self), FileName.own(stated))
      for name in [
        GivenName(ofFile: text, exact, type: .uriList, rule),
        GivenName(ofFolder: text, exact, rule), GivenName(ofArchive: text, exact, rule),
      ] {
        let numbered = [1, 9_999].map { FileName.numbered(name.bytes, $0) }
        for name in [name.bytes] + numbered {
          #expect(FileName.own(name) == name, "\(stated)")
          guard rule == .safe else { continue }
          let own = String(decoding: name, as: UTF8.self)
          #expect(FileName.safe(own) == own, "\(stated)")
        }
        let output = OutputPlace.folder(Array(path.utf8))
        var file = try Output(output, suggestion: name.bytes, force: false)
        let written = try #require(try file.commit(avoiding: UsedNames()))
        #expect(try place.names() == [name.bytes])
        #expect(written == Array(path.utf8) + [UInt8(ascii: "/")] + name.bytes)
        try place.unlink(name.bytes)
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["in"])
  }

  @Test func `random components: nothing that is accepted or dropped leads out`() throws {
    try Shell.run { shell in
      for name in ["accepted", "dropped"] { try shell.folder.makeFolder(name) }
      try shell.folder.write("secret/file", text: "mine")
      let target = try shell.start("target", "Inbox", "-o", "dropped")
      try target.waitForError("Inbox")
      let before = try shell.names()
      var hostile = HostileNames(seed: 2)
      for _ in 0..<12 {
        try shell.folder.write("archive", hostile.archive())
        let id = try shell.offer(
          "-t", MIMEType.folderArchive.description, "--name", "top", "archive")
        try shell.dragctl("accept", id, "-o", "accepted")
        try shell.dragctl("drop", id, "--on", "Inbox")
      }
      #expect(try shell.names() == (before + ["archive"]).sorted())
      for folder in ["accepted", "dropped"] {
        let trees = try shell.names(folder)
        #expect(!trees.isEmpty && trees.allSatisfy { $0.hasPrefix("top") }, "\(trees)")
        for tree in trees {
          #expect(try StandingTree(shell.folder.path("\(folder)/\(tree)")).linksOut == [])
        }
      }
      #expect(try shell.names("secret") == ["file"])
      #expect(target.isRunning)
    }
  }
}
