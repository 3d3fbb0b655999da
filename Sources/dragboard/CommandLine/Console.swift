internal import DragModel
internal import Foundation

/// What a verb says: results on standard output, all else on standard error.
enum Console {
  static func print(_ text: String) throws(CommandFailure) { try print(Array(text.utf8)) }

  static func print(_ bytes: [UInt8]) throws(CommandFailure) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(bytes))
    } catch {
      throw CommandFailure(.other, "standard output cannot be written to")
    }
  }

  /// A value as JSON, its members in alphabetical order; what is hostile in it is escaped, for a terminal may be reading.
  static func print(json value: some Encodable) throws(CommandFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      throw CommandFailure(.other, "the board cannot be written as JSON")
    }
    var text = ""
    for scalar in String(decoding: data, as: UTF8.self).unicodeScalars {
      // The encoder escapes controls in strings: its line breaks are its own.
      if scalar.isHostile, scalar != "\n" {
        text += Printable.jsonEscape(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    try print(text + "\n")
  }

  /// Something to know, which is not the result, on one line whatever it holds.
  static func note(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(Printable.line(text))\n".utf8))
  }

  static func report(_ failure: CommandFailure) {
    note("dragboard: \(failure.message)")
    if let hint = failure.hint { note(hint) }
  }
}
