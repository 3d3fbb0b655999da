/// Whether something is one whole JSON text (RFC 8259), however large: every byte is looked at once, and of what has
/// passed only the kinds of the open brackets are kept. No values are made, so half a surrogate pair, which the grammar
/// allows (section 8.2), is left to whoever makes them.
struct JSONFile {
  typealias Failure = JSONParser.Failure

  private enum State {
    /// At the start, or in a byte order mark, of which so many bytes were there.
    case mark(Int)
    case value
    /// The first of an array, if it has any.
    case firstValue
    case name
    /// The first of an object, if it has any.
    case firstName
    case colon
    case afterValue
    /// In true, false or null: the letters to come, the next one lowest.
    case word(UInt32)
    case number(JSONNumber)
    case string
    case escape
    /// In an escape, with so many digits to come.
    case hexadecimal(Int)
    /// In a character with so many bytes to come, and what the next of them may be.
    case character(Int, ClosedRange<UInt8>)
  }

  private var state = State.mark(0)
  /// Of each bracket that is open, whether it is an object's.
  private var areObjects: [Bool] = []
  /// Whether the string is a member's name.
  private var isName = false
  private var offset = 0

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// Deeper values are refused, so that nobody decides how much is kept of the brackets.
  static let deepest = 1 << 16

  /// - Parameters:
  ///   - content: is read piece by piece.
  ///   - type: what it is said to be, for the message.
  /// - Throws: `malformed` with the reason; `unreadable`.
  static func check(_ content: Content, as type: String) throws(BoardError) {
    var file = JSONFile()
    try content.forEachPiece { piece throws(BoardError) in
      if let failure = file.failure(in: piece) { throw failure.asBoardError(type) }
    }
    if let failure = file.failureAtEnd { throw failure.asBoardError(type) }
  }

  /// Takes the next bytes; what is wrong with them, if something is.
  mutating func failure(in bytes: ArraySlice<UInt8>) -> Failure? {
    for byte in bytes {
      if let reason = take(byte) { return Failure(reason: reason, offset: offset) }
      offset += 1
    }
    return nil
  }

  /// What is wrong if nothing follows any more.
  var failureAtEnd: Failure? {
    switch state {
    case .afterValue where areObjects.isEmpty: nil
    case .number(let number) where areObjects.isEmpty && number.isWhole: nil
    case .mark, .value, .firstValue, .name, .firstName, .colon, .afterValue, .word, .number,
      .string, .escape, .hexadecimal, .character:
      Failure(reason: "it ends too early", offset: offset)
    }
  }

  // MARK: A byte each, and why it cannot stand there

  private mutating func take(_ byte: UInt8) -> String? {
    switch state {
    case .mark(let count): return takeMark(byte, count)
    case .value: return takeValue(byte, orEnd: false)
    case .firstValue: return takeValue(byte, orEnd: true)
    case .name: return takeName(byte, orEnd: false)
    case .firstName: return takeName(byte, orEnd: true)
    case .colon:
      if Self.isBlank(byte) { return nil }
      guard byte == UInt8(ascii: ":") else { return "“:” is missing" }
      state = .value
    case .afterValue: return takeAfterValue(byte)
    case .word(let letters):
      guard UInt32(byte) == letters & 0xFF else { return "this is no value" }
      state = letters >> 8 == 0 ? .afterValue : .word(letters >> 8)
    case .number(let number): return takeNumber(byte, number)
    case .string: return takeString(byte)
    case .escape: return takeEscape(byte)
    case .hexadecimal(let count):
      guard Character(Unicode.Scalar(byte)).isHexDigit else {
        return "“\\u” needs four hexadecimal digits"
      }
      state = count == 1 ? .string : .hexadecimal(count - 1)
    case .character(let count, let allowed):
      guard allowed.contains(byte) else { return Self.notUTF8 }
      state = count == 1 ? .string : .character(count - 1, 0x80...0xBF)
    }
    return nil
  }

  private static let notUTF8 = "it is not UTF-8"

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Some editors write a byte order mark.
  private mutating func takeMark(_ byte: UInt8, _ count: Int) -> String? {
    guard byte == Self.mark[count] else {
      guard count == 0 else { return Self.notUTF8 }
      state = .value
      return takeValue(byte, orEnd: false)
    }
    state = count == 2 ? .value : .mark(count + 1)
    return nil
  }

  private mutating func takeValue(_ byte: UInt8, orEnd: Bool) -> String? {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09: return nil
    case UInt8(ascii: "]") where orEnd: return close()
    case UInt8(ascii: "{"): return open(isObject: true)
    case UInt8(ascii: "["): return open(isObject: false)
    case UInt8(ascii: "\""): beginString(isName: false)
    case UInt8(ascii: "t"): state = .word(Self.letters("rue"))
    case UInt8(ascii: "f"): state = .word(Self.letters("alse"))
    case UInt8(ascii: "n"): state = .word(Self.letters("ull"))
    case _:
      guard let number = JSONNumber(first: byte) else { return "this is no value" }
      state = .number(number)
    }
    return nil
  }

  private static func letters(_ word: String) -> UInt32 {
    word.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func takeName(_ byte: UInt8, orEnd: Bool) -> String? {
    if Self.isBlank(byte) { return nil }
    if orEnd, byte == UInt8(ascii: "}") { return close() }
    guard byte == UInt8(ascii: "\"") else { return "a name in quotes should stand here" }
    beginString(isName: true)
    return nil
  }

  private mutating func takeAfterValue(_ byte: UInt8) -> String? {
    if Self.isBlank(byte) { return nil }
    guard let isObject = areObjects.last else { return "something follows its end" }
    if byte == UInt8(ascii: ",") {
      state = isObject ? .name : .value
      return nil
    }
    guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      return isObject ? "“,” or “}” is missing" : "“,” or “]” is missing"
    }
    return close()
  }

  private mutating func takeNumber(_ byte: UInt8, _ number: JSONNumber) -> String? {
    if let next = number.next(byte) {
      state = .number(next)
      return nil
    }
    guard number.isWhole else {
      return number == .minus ? "this is no value" : "digits are missing"
    }
    state = .afterValue
    return takeAfterValue(byte)
  }

  private mutating func open(isObject: Bool) -> String? {
    guard areObjects.count < Self.deepest else { return "it is nested too deeply" }
    areObjects.append(isObject)
    state = isObject ? .firstName : .firstValue
    return nil
  }

  private mutating func close() -> String? {
    areObjects.removeLast()
    state = .afterValue
    return nil
  }

  // MARK: Strings

  private mutating func beginString(isName: Bool) {
    self.isName = isName
    state = .string
  }

  /// UTF-8 is as in RFC 3629, section 4.
  private mutating func takeString(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "\""): state = isName ? .colon : .afterValue
    case UInt8(ascii: "\\"): state = .escape
    case 0..<0x20: return "a control character stands in a string"
    case 0x20..<0x80: break
    case 0xC2...0xDF: state = .character(1, 0x80...0xBF)
    case 0xE0: state = .character(2, 0xA0...0xBF)
    case 0xED: state = .character(2, 0x80...0x9F)
    case 0xE1...0xEF: state = .character(2, 0x80...0xBF)
    case 0xF0: state = .character(3, 0x90...0xBF)
    case 0xF1...0xF3: state = .character(3, 0x80...0xBF)
    case 0xF4: state = .character(3, 0x80...0x8F)
    case _: return Self.notUTF8
    }
    return nil
  }

  private mutating func takeEscape(_ byte: UInt8) -> String? {
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/", "b", "f", "n", "r", "t": state = .string
    case "u": state = .hexadecimal(4)
    case let other: return "“\\\(Character(other))” means nothing"
    }
    return nil
  }
}

/// How far a number has come (RFC 8259, section 6).
enum JSONNumber {
  case minus, zero, whole, point, fraction, exponent, sign, power

  /// Nil for what begins no number.
  init?(first byte: UInt8) {
    switch byte {
    case UInt8(ascii: "-"): self = .minus
    case UInt8(ascii: "0"): self = .zero
    case 0x31...0x39: self = .whole
    case _: return nil
    }
  }

  /// Whether it may end here.
  var isWhole: Bool {
    switch self {
    case .zero, .whole, .fraction, .power: true
    case .minus, .point, .exponent, .sign: false
    }
  }

  /// With one more byte; nil for one that does not belong to it.
  func next(_ byte: UInt8) -> JSONNumber? {
    let isDigit = (0x30...0x39).contains(byte)
    let isPoint = byte == UInt8(ascii: ".")
    let isExponent = byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
    let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    return switch self {
    case .minus: JSONNumber(first: byte).flatMap { $0 == .minus ? nil : $0 }
    case .zero: isPoint ? .point : isExponent ? .exponent : nil
    case .whole: isDigit ? .whole : isPoint ? .point : isExponent ? .exponent : nil
    case .point: isDigit ? .fraction : nil
    case .fraction: isDigit ? .fraction : isExponent ? .exponent : nil
    case .exponent: isDigit ? .power : isSign ? .sign : nil
    case .sign, .power: isDigit ? .power : nil
    }
  }
}
