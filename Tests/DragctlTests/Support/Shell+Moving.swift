import Foundation
import Harness
import Testing

extension Shell {
  /// Offers files to be moved; returns the program, which stays, and the offer's id.
  func stayToMove(
    _ paths: String..., environment: [String: String] = [:]
  ) throws -> (program: Program, id: String) {
    let program = try fixture.start(
      Built.dragctl, ["offer", "--operations", "move"] + paths, on: bus, environment: environment)
    return (program, try program.firstLine())
  }

  /// The notes of unfinished moves that dragctls have left.
  func notes() throws -> [String] {
    let path = folder.path("state/dragctl")
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.path(name))
  }

  /// The paths of all files below the folders, hidden ones too.
  func files(_ folders: String...) throws -> [String] {
    try folders.flatMap { name in try names(name).map { "\(name)/\($0)" } }
  }

  /// Makes the folders to move between.
  func makeFolders() throws {
    for name in ["from", "to"] where !exists(name) { try folder.makeFolder(name) }
  }
}
