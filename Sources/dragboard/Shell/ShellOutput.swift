internal import Foundation

/// What a verb says: results on standard output, all else on standard error.
enum ShellOutput {
  static func print(_ text: String) throws(ShellFailure) { try print(Array(text.utf8)) }

  static func print(_ bytes: [UInt8]) throws(ShellFailure) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(bytes))
    } catch {
      throw ShellFailure(.other, "standard output cannot be written to")
    }
  }

  /// A value as JSON, its members in alphabetical order.
  static func print(json value: some Encodable) throws(ShellFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      throw ShellFailure(.other, "the board cannot be written as JSON")
    }
    try print([UInt8](data) + [0x0A])
  }

  /// Something to know, which is not the result.
  static func note(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }

  static func report(_ failure: ShellFailure) {
    note("dragboard: \(line(failure.message))")
    if let hint = failure.hint { note(line(hint)) }
  }

  /// Text from others on one line that cannot steer a terminal.
  static func line(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E,
        0x2066...0x2069:
        clean.append("\u{FFFD}")
      default: clean.append(scalar)
      }
    }
    return String(clean)
  }
}
