import Harness
import Testing

@testable import DragSystem

/// Renaming on file systems that have neither RENAME_NOREPLACE nor links.
@Suite struct FolderRenameTests {
  private let old = Array("old".utf8)
  private let new = Array("new".utf8)

  /// Renames in a folder; returns the error and what is in the files afterwards.
  private func rename(
    _ files: [(name: String, text: String)]
  ) throws -> (error: SystemError?, left: String) {
    let folder = try TemporaryFolder("rename")
    defer { folder.remove() }
    for file in files { try folder.write(file.name, text: file.text) }
    let place = try Folder(path: Array(folder.path.utf8))
    var failure: SystemError?
    do throws(SystemError) {
      try place.renameOverOwn(old, to: new)
    } catch {
      failure = error
    }
    let left = try Program.run("/bin/sh", ["-c", "cd '\(folder.path)' && grep -s '' *"]).output
    return (failure, left)
  }

  @Test func aFreeNameIsTaken() throws {
    let result = try rename([("old", "mine\n")])
    #expect(result.error == nil)
    #expect(result.left == "mine\n")
  }

  @Test func aUsedNameStaysWithItsFile() throws {
    let result = try rename([("old", "mine\n"), ("new", "theirs\n")])
    #expect(result.error?.isExisting == true)
    #expect(result.left == "new:theirs\nold:mine\n")
  }

  @Test func whatIsNotThereLeavesNothing() throws {
    let result = try rename([("other", "x\n")])
    #expect(result.error?.isMissing == true)
    #expect(result.left == "x\n")
  }
}
