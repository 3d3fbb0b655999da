/// What a file says of itself before its XML begins.
enum XMLDeclaration {
  /// The encoding that it names, in lower case; nil where it names none. In UTF-16 the same letters have zeros between
  /// them.
  static func encoding(_ bytes: [UInt8]) -> String? {
    var rest = bytes.prefix(200).filter { $0 < 128 && $0 != 0 }[...]
    skipBlanks(&rest)
    guard rest.starts(with: "<?xml".utf8) else { return nil }
    rest = rest.dropFirst(5).prefix { $0 != UInt8(ascii: ">") }
    while let before = rest.popFirst() {
      guard !isWord(before), rest.starts(with: "encoding".utf8) else { continue }
      if let name = value(rest.dropFirst(8)) { return name.lowercased() }
    }
    return nil
  }

  /// What follows an equals sign in quotes.
  private static func value(_ text: ArraySlice<UInt8>) -> String? {
    var rest = text
    skipBlanks(&rest)
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    skipBlanks(&rest)
    guard let quote = rest.popFirst(), isQuote(quote) else { return nil }
    let name = rest.prefix { isWord($0) && $0 != UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    guard !name.isEmpty, let end = rest.dropFirst(name.count).first, isQuote(end) else {
      return nil
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static func skipBlanks(_ text: inout ArraySlice<UInt8>) {
    text = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// What names consist of in XML, as far as ASCII goes, but for dots.
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
