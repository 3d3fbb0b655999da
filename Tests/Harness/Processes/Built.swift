internal import CLinux

/// The paths of the programs that were built with the tests, and of the tests' own tools.
package enum Built {
  /// The folder that the test bundle runs from.
  package static let folder: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(
      decoding: buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }()

  package static var dragd: String { "\(folder)/dragd" }
  package static var dragctl: String { "\(folder)/dragctl" }
  package static var dragclip: String { "\(folder)/dragclip" }
  /// A program that owns the clipboard: Tests/ClipboardOwner.
  package static var clipboardOwner: String { "\(folder)/clipboardowner" }
  /// A program on an X server's selections: Tests/SelectionProgram.
  package static var selectionProgram: String { "\(folder)/selectionprogram" }

  /// The root of the package that the tests were built from.
  package static let packageRoot: String = #filePath.split(
    separator: "/", omittingEmptySubsequences: false
  ).dropLast(4).joined(separator: "/")

  /// A helper program in Tests/Tools.
  package static func tool(_ name: String) -> String { "\(packageRoot)/Tests/Tools/\(name)" }
}
