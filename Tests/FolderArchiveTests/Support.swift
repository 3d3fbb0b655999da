import DragSystem
import Foundation
import Harness

@testable import FolderArchive

func withFolder(_ body: (TemporaryFolder) throws -> Void) throws {
  let folder = try TemporaryFolder("folderarchive")
  defer { folder.remove() }
  try body(folder)
}

extension TreeAttributes {
  static let all = TreeAttributes(
    keepsModes: true, keepsExecutable: true, keepsTimes: true, denied: 0o022)
  static let usual = TreeAttributes(
    keepsModes: true, keepsExecutable: false, keepsTimes: true, denied: 0o022)
}

extension TemporaryFolder {
  func snapshot(_ name: String) throws -> FolderSnapshot {
    try FolderSnapshot(of: Array(path(name).utf8), name: Array(name.utf8))
  }

  func archive(_ name: String) throws -> [UInt8] {
    try snapshot(name).bytes()
  }

  /// Makes a folder of an archive, in pieces whose size is no multiple of a block.
  func extract(
    _ archive: [UInt8], as name: String, _ attributes: TreeAttributes = .all,
    _ limits: ArchiveLimits = ArchiveLimits()
  ) throws {
    var tree = try TreeWriter(
      in: try Folder(path: Array(path.utf8)), program: "test", attributes, limits)
    var start = 0
    while start < archive.count {
      let end = min(start + 7_001, archive.count)
      try tree.write(Array(archive[start..<end]))
      start = end
    }
    try tree.finish()
    try tree.commit(as: Array(name.utf8))
  }

  /// The names in the folder.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Everything below a folder, with what it is, and the content of files.
  func tree(_ name: String) throws -> [String] {
    let manager = FileManager.default
    return try manager.subpathsOfDirectory(atPath: path(name)).sorted().map { own in
      let file = path("\(name)/\(own)")
      if let link = try? manager.destinationOfSymbolicLink(atPath: file) {
        return "\(own) -> \(link)"
      }
      var isFolder: ObjCBool = false
      _ = manager.fileExists(atPath: file, isDirectory: &isFolder)
      let mode = try mode(of: "\(name)/\(own)")
      if isFolder.boolValue { return "\(own)/ \(mode)" }
      let content = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
      return
        "\(own) \(mode) \(content.count) \(String(decoding: content.prefix(20), as: UTF8.self))"
    }
  }

  func mode(of name: String) throws -> String {
    let number = try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions]
    return String((number as? NSNumber)?.intValue ?? -1, radix: 8)
  }

  func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }

  func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: destination)
  }
}

extension FolderSnapshot {
  func bytes() throws -> [UInt8] {
    var all: [UInt8] = []
    try write { piece throws(FolderError) in all += piece }
    return all
  }
}

/// Runs a program to its end; returns its output.
@discardableResult
func run(_ words: [String], input: String? = nil) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = words
  let (output, error) = (Foundation.Pipe(), Foundation.Pipe())
  process.standardOutput = output
  process.standardError = error
  try process.run()
  let text = output.fileHandleForReading.readDataToEndOfFile()
  let words = error.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw HarnessFailure(String(decoding: words, as: UTF8.self))
  }
  return String(decoding: text, as: UTF8.self)
}
