internal import CommandLineArguments
internal import Translations

/// `TYPE=REST`, where the type may have parameters: `text/plain;charset=utf-8=notes.txt`.
///
/// Each parameter takes one `=`, and the next one ends the type. So the split never depends on which files exist, and
/// the rest may contain anything.
struct TypedArgument: Hashable {
  let type: String
  let rest: Argument

  init(_ argument: Argument, of flag: Flag) throws(Failure) {
    guard
      let end = Self.endOfType(argument.bytes), end > 0, end + 1 < argument.bytes.count
    else {
      let placeholder =
        switch flag.value {
        case .required(let text), .optional(let text): text.translated
        case .none: ""
        }
      throw .usage(
        translated(
          "--{flag}: “{text}” is not {placeholder}",
          ["flag": flag.name, "text": argument.text, "placeholder": placeholder]),
        hint: translated(
          "For example: {example}, or with a parameter: {other}.",
          flag.name == OfferVerb.exec.name
            ? ["example": "text/plain=date", "other": "text/plain;charset=utf-8=date"]
            : ["example": "image/png=FILE", "other": "text/plain;charset=utf-8=FILE"]))
    }
    type = String(decoding: argument.bytes[..<end], as: UTF8.self)
    rest = Argument(Array(argument.bytes[(end + 1)...]))
  }

  /// The index of the `=` after the type.
  private static func endOfType(_ bytes: [UInt8]) -> Int? {
    guard
      var index = bytes.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") })
    else { return nil }
    while bytes[index] == UInt8(ascii: ";") {
      guard
        let equals = bytes[index...].firstIndex(of: UInt8(ascii: "=")),
        let end = endOfValue(bytes, from: equals + 1), end < bytes.count
      else { return nil }
      index = end
    }
    return bytes[index] == UInt8(ascii: "=") ? index : nil
  }

  /// The end of a parameter's value: a token, or a quoted string (RFC 9110 section 5.6).
  private static func endOfValue(_ bytes: [UInt8], from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    guard bytes[start] == UInt8(ascii: "\"") else {
      return bytes[start...].firstIndex { !isToken($0) } ?? bytes.count
    }
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index < bytes.count ? index + 1 : nil
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
