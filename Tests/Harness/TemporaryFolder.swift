internal import Foundation

/// A fresh folder below TMPDIR, removed with everything in it by `remove()`.
package struct TemporaryFolder: Sendable {
  package let path: String

  /// The name stays short: the path of a socket in the folder may have 107 bytes (unix(7)).
  ///
  /// - Parameter inMemory: whether to make the folder below /dev/shm, if that exists (shm_overview(7)).
  package init(_ name: String = "dragd", inMemory: Bool = false) throws {
    let usual = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    let parent =
      inMemory && FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : usual
    var template = Array("\(parent)/\(name)-XXXXXX\0".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw HarnessFailure("cannot make a folder below \(parent)")
    }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// The path of a name in the folder; creates nothing.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file in the folder and returns its path.
  @discardableResult
  package func write(_ name: String, _ bytes: some Collection<UInt8>) throws -> String {
    let file = path(name)
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Writes a text file in the folder and returns its path.
  @discardableResult
  package func write(_ name: String, text: String) throws -> String {
    try write(name, text.utf8)
  }

  /// Makes a folder and its parents, and returns its path.
  @discardableResult
  package func makeFolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    return path(name)
  }

  package func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
