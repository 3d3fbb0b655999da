import Foundation
import Harness

extension AmongPrograms {
  /// A folder for a file manager, and one for the shell.
  struct Place {
    let clipboard: ShellClipboard
    let folder: String
    let other: String

    init(_ desktop: Desktop) throws {
      folder = try desktop.fixture.folder.makeFolder("files")
      other = try desktop.fixture.folder.makeFolder("other")
      clipboard = try ShellClipboard(on: desktop)
    }

    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }

    func read(_ name: String, of folder: String) throws -> String {
      try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }

    func files() throws -> [String] { try Self.files(folder) }
    func otherFiles() throws -> [String] { try Self.files(other) }

    private static func files(_ folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
  }
}
