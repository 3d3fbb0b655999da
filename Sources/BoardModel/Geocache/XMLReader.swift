/// Reads XML piece by piece: elements and text, strictly enough to notice that something is missing. It knows no
/// document types, so no entities but the five and characters by number.
struct XMLReader {
  enum Piece: Hashable {
    /// The beginning of an element; prefixes of names are left out.
    case open(String, [String: String])
    case close(String)
    case text(String)
  }

  struct Failure: Error, Hashable {
    var reason: String
    var line: Int
  }

  private let bytes: [UInt8]
  private var at = 0
  private var elements: [String] = []
  private var hasRoot = false
  /// The end of an element without content is told after its beginning.
  private var closing: String?

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next piece; nil at the end.
  mutating func next() throws(Failure) -> Piece? {
    if let name = closing {
      closing = nil
      return .close(name)
    }
    while at < bytes.count {
      if !starts("<") { return try text() }
      if starts("<!--") {
        try skip(past: "-->")
      } else if starts("<![CDATA[") {
        return try verbatim()
      } else if starts("<?") {
        try skip(past: "?>")
      } else if starts("<!") {
        try skipDocumentType()
      } else if starts("</") {
        return try close()
      } else {
        return try open()
      }
    }
    if let element = elements.last { throw failure("<\(element)> has no end") }
    guard hasRoot else { throw failure("it has no element") }
    return nil
  }

  private func failure(_ reason: String) -> Failure {
    Failure(reason: reason, line: bytes[..<at].count { $0 == UInt8(ascii: "\n") } + 1)
  }

  private func starts(_ text: String) -> Bool { bytes[at...].starts(with: text.utf8) }

  private mutating func skip(past end: String) throws(Failure) {
    while at < bytes.count, !starts(end) { at += 1 }
    guard at < bytes.count else { throw failure("it ends too early") }
    at += end.utf8.count
  }

  private mutating func skipDocumentType() throws(Failure) {
    var depth = 0
    while at < bytes.count {
      if starts("[") { depth += 1 }
      if starts("]") { depth -= 1 }
      at += 1
      if bytes[at - 1] == UInt8(ascii: ">"), depth <= 0 { return }
    }
    throw failure("it ends too early")
  }

  private mutating func skipBlanks() {
    while at < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[at]) { at += 1 }
  }

  private mutating func name() throws(Failure) -> String {
    let start = at
    while at < bytes.count, !" \n\r\t/>=<\"'".utf8.contains(bytes[at]) { at += 1 }
    guard at > start else { throw failure("a name is missing") }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private static func local(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  private mutating func open() throws(Failure) -> Piece {
    guard !elements.isEmpty || !hasRoot else { throw failure("something follows its end") }
    at += 1
    let element = try name()
    var attributes: [String: String] = [:]
    while true {
      skipBlanks()
      if starts("/>") {
        at += 2
        closing = Self.local(element)
        break
      }
      if starts(">") {
        at += 1
        elements.append(element)
        break
      }
      let attribute = try name()
      skipBlanks()
      guard starts("=") else { throw failure("“=” is missing") }
      at += 1
      skipBlanks()
      guard starts("\"") || starts("'") else { throw failure("a value in quotes is missing") }
      let quote = bytes[at]
      let start = at + 1
      guard let end = bytes[start...].firstIndex(of: quote) else {
        throw failure("it ends too early")
      }
      at = end + 1
      attributes[Self.local(attribute)] = try resolved(bytes[start..<end])
    }
    hasRoot = true
    return .open(Self.local(element), attributes)
  }

  private mutating func close() throws(Failure) -> Piece {
    at += 2
    let element = try name()
    skipBlanks()
    guard starts(">") else { throw failure("“>” is missing") }
    guard elements.popLast() == element else { throw failure("</\(element)> has no beginning") }
    at += 1
    return .close(Self.local(element))
  }

  private mutating func text() throws(Failure) -> Piece {
    let end = bytes[at...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    let text = try resolved(bytes[at..<end])
    guard !elements.isEmpty || text.allSatisfy({ $0.isWhitespace || $0 == "\u{FEFF}" }) else {
      throw failure("text stands outside of all elements")
    }
    at = end
    return .text(text)
  }

  private mutating func verbatim() throws(Failure) -> Piece {
    at += 9
    let start = at
    try skip(past: "]]>")
    return .text(String(decoding: bytes[start..<(at - 3)], as: UTF8.self))
  }

  private func resolved(_ bytes: ArraySlice<UInt8>) throws(Failure) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    for (index, part) in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      .enumerated()
    {
      guard index > 0 else {
        text += String(decoding: part, as: UTF8.self)
        continue
      }
      guard let end = part.firstIndex(of: UInt8(ascii: ";")) else {
        throw failure("“&” is not followed by a name")
      }
      let name = String(decoding: part[..<end], as: UTF8.self)
      guard let character = Self.character(name) else { throw failure("“&\(name);” is not known") }
      text.unicodeScalars.append(character)
      text += String(decoding: part[(end + 1)...], as: UTF8.self)
    }
    return text
  }

  private static func character(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case _:
      guard name.hasPrefix("#") else { return nil }
      let isHexadecimal = name.hasPrefix("#x")
      return UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
        .flatMap(Unicode.Scalar.init)
    }
  }
}
