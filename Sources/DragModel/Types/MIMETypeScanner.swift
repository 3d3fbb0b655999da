/// The standard's “parse a MIME type” (MIME Sniffing, section 4.4), on UTF-8. It searches only for ASCII, so it never
/// splits another code point.
struct MIMETypeScanner {
  private let bytes: [UInt8]
  private var position: Int
  /// The end of the input without trailing whitespace.
  private let end: Int

  init(_ text: String) {
    bytes = Array(text.utf8)
    position = bytes.firstIndex { !$0.isHTTPWhitespace } ?? bytes.count
    end = bytes.lastIndex { !$0.isHTTPWhitespace }.map { $0 + 1 } ?? position
  }

  /// Reads `type/subtype` and returns it in lower case; nil on failure. Steps 3 to 9.
  mutating func essence() -> String? {
    let start = position
    guard isToken(collect { $0 == .slash }), position < end else { return nil }
    position += 1
    guard isToken(withoutTrailingWhitespace(collect { $0 == .semicolon })) else { return nil }
    return lowercased(withoutTrailingWhitespace(bytes[start..<position]))
  }

  mutating func skipEssence() {
    _ = collect { $0 == .semicolon }
  }

  /// Reads the parameters after the essence. Step 11.
  mutating func parameters() -> [MIMEType.Parameter] {
    var parameters: [MIMEType.Parameter] = []
    while position < end {
      position += 1
      _ = collect { !$0.isHTTPWhitespace }
      let name = collect { $0 == .semicolon || $0 == .equals }
      guard position < end else { break }
      guard bytes[position] == .equals else { continue }
      position += 1
      guard position < end else { break }
      guard let value = value(), isToken(name),
        value.allSatisfy(\.isHTTPQuotedStringToken)
      else { continue }
      let parameter = MIMEType.Parameter(
        name: lowercased(name), value: String(decoding: value, as: UTF8.self))
      if !parameters.contains(where: { $0.name == parameter.name }) {
        parameters.append(parameter)
      }
    }
    return parameters
  }

  /// Reads up to the next semicolon outside of quotes; nil when an unquoted value is empty.
  private mutating func value() -> ArraySlice<UInt8>? {
    if bytes[position] == .quote {
      let value = quotedString()
      _ = collect { $0 == .semicolon }
      return value[...]
    }
    let value = withoutTrailingWhitespace(collect { $0 == .semicolon })
    return value.isEmpty ? nil : value
  }

  /// “Collect an HTTP quoted string” with its value extracted (Fetch standard, section 2.2).
  private mutating func quotedString() -> [UInt8] {
    position += 1
    var value: [UInt8] = []
    while true {
      value += collect { $0 == .quote || $0 == .backslash }
      guard position < end else { return value }
      let quoteOrBackslash = bytes[position]
      position += 1
      guard quoteOrBackslash == .backslash else { return value }
      guard position < end else {
        value.append(.backslash)
        return value
      }
      value.append(bytes[position])
      position += 1
    }
  }

  /// “Collect a sequence of code points”, up to the first that is `stop`.
  private mutating func collect(until stop: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while position < end, !stop(bytes[position]) {
      position += 1
    }
    return bytes[start..<position]
  }

  private func withoutTrailingWhitespace(_ slice: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let last = slice.lastIndex(where: { !$0.isHTTPWhitespace }) else { return [] }
    return slice[...last]
  }

  private func isToken(_ slice: ArraySlice<UInt8>) -> Bool {
    !slice.isEmpty && slice.allSatisfy(\.isHTTPToken)
  }

  private func lowercased(_ slice: ArraySlice<UInt8>) -> String {
    slice.contains(where: \.isCapital)
      ? String(decoding: slice.map(\.lowercasedASCII), as: UTF8.self)
      : String(decoding: slice, as: UTF8.self)
  }
}
