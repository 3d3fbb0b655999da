import Foundation
import Harness
import Testing

extension OnTheDesktop {
  /// A program may replace a file, which a person has put on the shelf, by a link to one that it may not read itself.
  @Suite struct ShelfReplacedFileTests {
    private static let portalType = "application/vnd.portal.filetransfer"

    /// Puts a file on the shelf, replaces it by a link to a secret, and copies its tile.
    private func copyReplaced(
      _ desktop: Desktop, then body: (_ secret: String) throws -> Void
    ) throws {
      let folder = desktop.fixture.folder
      let note = try folder.write("note.bin", text: "its own bytes")
      let secret = try folder.write("secret.bin", text: "correct horse")
      let shelf = try desktop.startShelf()
      try desktop.display.copy(Array("file://\(note)\r\n".utf8), as: "text/uri-list")
      try shelf.press("ctrl+v")
      try shelf.expectTiles(["note.bin"])
      try FileManager.default.removeItem(atPath: note)
      try FileManager.default.createSymbolicLink(atPath: note, withDestinationPath: secret)
      try shelf.focusTile("note.bin")
      try shelf.press("ctrl+c")
      try eventually(within: Timeout.long, "the shelf has copied it") {
        try desktop.display.copiedTypes().contains("application/vnd.dragd.offer")
      }
      try body(secret)
    }

    @Test(arguments: onlyInTheRest)
    func theShelfGivesTheBytesOfTheFileThatWasPutThere(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        try copyReplaced(desktop) { _ in
          let path = String(
            decoding: try desktop.display.paste("application/vnd.dragd.offer"), as: UTF8.self)
          let offer = try #require(path.split(separator: "/").last.map(String.init))
          let accepted = try desktop.dragctl("accept", "--output", "-", offer)
          #expect(accepted.output == "its own bytes", "\(accepted.error)")
        }
      }
    }

    @Test(arguments: onlyInTheRest)
    func thePortalDoesNotGetTheOtherFile(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let portal = try desktop.startWindow("/usr/bin/python3", [Built.tool("file-portal.py")])
        try portal.waitForOutput("ready")
        try copyReplaced(desktop) { secret in
          _ = try desktop.display.paste(Self.portalType)
          let told = try portal.waitForOutput(within: Timeout.usual, "a file") {
            $0.split(separator: "\n").count == 2
          }
          #expect(!told.contains(secret), "\(told)")
        }
      }
    }
  }
}
