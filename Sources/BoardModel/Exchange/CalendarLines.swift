internal import Translations

/// The lines of iCalendar before libical reads them.
enum CalendarLines {
  /// Deeper components are refused: libical recurses into them. A standard calendar has three levels.
  private static let deepest = 16
  /// More of a line says nothing about BEGIN or END.
  private static let longest = 128

  /// The text with each property on one line, without those that have no value: they say nothing, and libical would
  /// complain of them. Lines may be folded inside a character (RFC 5545, section 3.1).
  static func unfolded(_ bytes: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    var (start, index) = (0, 0)
    while index < bytes.count {
      let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let isCut = end > index && bytes[end - 1] == UInt8(ascii: "\r")
      lines += bytes[index..<(isCut ? end - 1 : end)]
      index = end + 1
      if index < bytes.count, isBlank(bytes[index]), end < bytes.count {
        index += 1
        continue
      }
      if hasNoValue(lines[start...]) {
        lines.removeSubrange(start...)
      } else {
        lines += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
      }
      start = lines.count
    }
    return lines
  }

  /// Whether a line is a property that ends with the colon before its value. Parameters between quotes may have colons.
  private static func hasNoValue(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count > 1, line.last == UInt8(ascii: ":") else { return false }
    var isQuoted = false
    for byte in line.dropLast() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted { return false }
    }
    return !isQuoted
  }

  /// Checks that each BEGIN has its END. libical leaves out what has no END, so a file that was cut off would look
  /// complete. It complains on standard error about an END without its BEGIN.
  ///
  /// - Throws: `malformed`.
  static func check(_ text: String) throws(BoardError) {
    var open: [String] = []
    var text = text
    let failure = text.withUTF8 { bytes -> BoardError? in
      do throws(BoardError) {
        try check(bytes, &open)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    if let last = open.last {
      throw malformed(translated("it ends in the middle of {name}", ["name": last]))
    }
  }

  private static func check(
    _ bytes: UnsafeBufferPointer<UInt8>, _ open: inout [String]
  ) throws(BoardError) {
    var line: [UInt8] = []
    var at = 0
    while at < bytes.count {
      // A line goes on after a blank (RFC 5545, section 3.1).
      line.removeAll(keepingCapacity: true)
      repeat {
        if !line.isEmpty || at > 0, isBlank(bytes[at]) { at += 1 }
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n") {
          if line.count < longest { line.append(bytes[at]) }
          at += 1
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        at += 1
      } while at < bytes.count && isBlank(bytes[at])
      try check(String(decoding: line, as: UTF8.self), &open)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func check(_ line: String, _ open: inout [String]) throws(BoardError) {
    let words = line.split(separator: ":", maxSplits: 1)
    guard words.count == 2, let property = words[0].split(separator: ";").first else { return }
    switch String(property).trimmed.uppercased() {
    case "BEGIN":
      guard open.count < deepest else {
        throw malformed(
          translated("its components are more than {limit} levels deep", ["limit": deepest]))
      }
      open.append(String(words[1]).trimmed.uppercased())
    case "END":
      let name = String(words[1]).trimmed.uppercased()
      guard open.popLast() == name else {
        throw malformed(
          translated(
            "END:{name} does not match the last open BEGIN", ["name": String(name.prefix(40))]))
      }
    default: break
    }
  }

  private static func malformed(_ reason: String) -> BoardError {
    .malformed(type: BoardImport.calendarType, reason: reason)
  }
}
