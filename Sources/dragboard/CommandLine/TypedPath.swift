internal import BoardModel
internal import CommandLineArguments
internal import Foundation

/// Paths as a person types them. They are bytes: a name need not be UTF-8.
enum TypedPath {
  /// - Returns: a path whose last component is a name, also for “.” and “..”.
  static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    let last = whole.split(separator: "/").last
    guard last == "." || last == "..", let real = realpath(whole, nil) else { return whole }
    defer { free(real) }
    return String(cString: real)
  }

  /// A path in text to what an argument names. For an argument that is not UTF-8 it leads there through a descriptor,
  /// which stays open until the program ends; `name` is then the last component as far as text has it.
  ///
  /// - Throws: `unreadable`.
  static func existing(_ argument: Argument) throws(BoardError) -> (path: String, name: String?) {
    if let text = argument.validText { return (absolute(text), nil) }
    let number = withPath(argument.bytes) { open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    guard number >= 0 else {
      throw .unreadable(path: argument.text, reason: String(cString: strerror(errno)))
    }
    let name = argument.bytes.split(separator: UInt8(ascii: "/")).last ?? []
    let path = "/proc/self/fd/\(number)"
    // The link itself is no folder.
    let isFolder = access("\(path)/.", F_OK) == 0
    return (isFolder ? "\(path)/." : path, String(decoding: name, as: UTF8.self))
  }

  /// Calls the body with a path in text for a new file, and gives that file its name, where that is not UTF-8.
  ///
  /// - Parameter isReplacing: whether a file of that name is replaced.
  /// - Throws: `alreadyThere`, `unwritable`, and what the body throws.
  static func save(
    to argument: Argument, replacing isReplacing: Bool,
    _ body: (String) throws(BoardError) -> Void
  ) throws(BoardError) {
    if let text = argument.validText { return try body(text) }
    func failure() -> BoardError {
      errno == EEXIST
        ? .alreadyThere(path: argument.text)
        : .unwritable(path: argument.text, reason: String(cString: strerror(errno)))
    }
    let slash = argument.bytes.lastIndex(of: UInt8(ascii: "/"))
    let parent = slash.map { Array(argument.bytes[...$0]) } ?? Array(".".utf8)
    let folder = withPath(parent) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { throw failure() }
    defer { close(folder) }
    let new = "/proc/self/fd/\(folder)/.dragboard-\(UUID().uuidString.lowercased())"
    try body(new)
    defer { unlink(new) }
    let isSaved = withPath(argument.bytes) { path in
      isReplacing ? rename(new, path) == 0 : link(new, path) == 0
    }
    guard isSaved else { throw failure() }
  }

  private static func withPath<Value>(
    _ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Value
  ) -> Value {
    (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}
