internal import Translations

/// Splits a JSON text (RFC 8259) into tokens, byte by byte. It serves both to check files of any size and to read
/// values: it keeps only the kinds of the open brackets and the text of the current string or number.
struct JSONTokenizer<Receiver: JSONReceiver> {
  private enum State {
    /// At the start, or in a byte order mark: how many of its bytes were read.
    case mark(Int)
    case value
    /// The first value of an array, or the array's end.
    case firstValue
    case name
    /// The first name of an object, or the object's end.
    case firstName
    case colon
    case afterValue
    /// In true, false or null: the letters to come, the next one in the lowest byte.
    case word(UInt32, JSONToken)
    case number(JSONNumber)
    case string
    case escape
    /// In an escape: how many digits are to come, and what the digits before them say.
    case hexadecimal(Int, UInt16)
    /// In a character: how many bytes are to come, and what the next of them may be.
    case character(Int, ClosedRange<UInt8>)
  }

  private(set) var receiver: Receiver
  private var state = State.mark(0)
  /// One entry for each open bracket: whether it is an object's.
  private var areObjects: [Bool] = []
  /// Whether the current string is a member's name.
  private var isName = false
  /// The current string or number, where the receiver wants text.
  private var text: [UInt8] = []
  /// The first half of a surrogate pair whose second half has to follow.
  private var highSurrogate: UInt16?
  private var offset = 0
  private let deepest: Int

  /// - Parameter deepest: how deep values may be nested.
  init(_ receiver: Receiver, deepest: Int) {
    self.receiver = receiver
    self.deepest = deepest
  }

  /// Reads the next bytes.
  mutating func read(_ bytes: ArraySlice<UInt8>) throws(JSONFailure) {
    for byte in bytes {
      try accept(byte)
      offset += 1
    }
  }

  /// Checks that the text is complete.
  mutating func end() throws(JSONFailure) {
    if case .number(let number) = state, number.isWhole { endNumber() }
    guard case .afterValue = state, areObjects.isEmpty else {
      throw failure(translated("it ends too early"))
    }
  }

  private func failure(_ reason: String) -> JSONFailure {
    JSONFailure(reason: reason, offset: offset)
  }

  // MARK: A byte each

  private mutating func accept(_ byte: UInt8) throws(JSONFailure) {
    switch state {
    case .mark(let count): try acceptMark(byte, count)
    case .value: try acceptValue(byte, orEnd: false)
    case .firstValue: try acceptValue(byte, orEnd: true)
    case .name: try acceptName(byte, orEnd: false)
    case .firstName: try acceptName(byte, orEnd: true)
    case .colon:
      if Self.isBlank(byte) { return }
      guard byte == UInt8(ascii: ":") else { throw failure(translated("“:” is missing")) }
      state = .value
    case .afterValue: try acceptAfterValue(byte)
    case .word(let letters, let token):
      guard UInt32(byte) == letters & 0xFF else { throw failure(translated("this is not a value")) }
      if letters >> 8 == 0 { endValue(token) } else { state = .word(letters >> 8, token) }
    case .number(let number): try acceptNumber(byte, number)
    case .string: try acceptString(byte)
    case .escape: try acceptEscape(byte)
    case .hexadecimal(let count, let digits): try acceptHexadecimal(byte, count, digits)
    case .character(let count, let allowed):
      guard allowed.contains(byte) else { throw failure(Self.notUTF8) }
      keep(byte)
      state = count == 1 ? .string : .character(count - 1, 0x80...0xBF)
    }
  }

  private static var notUTF8: String { translated("it is not UTF-8") }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Some editors write a byte order mark.
  private mutating func acceptMark(_ byte: UInt8, _ count: Int) throws(JSONFailure) {
    let mark: (UInt8, UInt8, UInt8) = (0xEF, 0xBB, 0xBF)
    guard byte == (count == 0 ? mark.0 : count == 1 ? mark.1 : mark.2) else {
      guard count == 0 else { throw failure(Self.notUTF8) }
      state = .value
      return try acceptValue(byte, orEnd: false)
    }
    state = count == 2 ? .value : .mark(count + 1)
  }

  private mutating func acceptValue(_ byte: UInt8, orEnd: Bool) throws(JSONFailure) {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09: break
    case UInt8(ascii: "]") where orEnd: close(.endArray)
    case UInt8(ascii: "{"): try open(.startObject)
    case UInt8(ascii: "["): try open(.startArray)
    case UInt8(ascii: "\""): startString(isName: false)
    case UInt8(ascii: "t"): state = .word(Self.letters("rue"), .bool(true))
    case UInt8(ascii: "f"): state = .word(Self.letters("alse"), .bool(false))
    case UInt8(ascii: "n"): state = .word(Self.letters("ull"), .null)
    case _:
      guard let number = JSONNumber(first: byte) else {
        throw failure(translated("this is not a value"))
      }
      text.removeAll(keepingCapacity: true)
      keep(byte)
      state = .number(number)
    }
  }

  private static func letters(_ word: StaticString) -> UInt32 {
    word.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }

  private mutating func acceptName(_ byte: UInt8, orEnd: Bool) throws(JSONFailure) {
    if Self.isBlank(byte) { return }
    if orEnd, byte == UInt8(ascii: "}") { return close(.endObject) }
    guard byte == UInt8(ascii: "\"") else {
      throw failure(translated("a name in quotes is missing"))
    }
    startString(isName: true)
  }

  private mutating func acceptAfterValue(_ byte: UInt8) throws(JSONFailure) {
    if Self.isBlank(byte) { return }
    guard let isObject = areObjects.last else {
      throw failure(translated("something follows its end"))
    }
    if byte == UInt8(ascii: ",") {
      state = isObject ? .name : .value
      return
    }
    guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      throw failure(
        isObject ? translated("“,” or “}” is missing") : translated("“,” or “]” is missing"))
    }
    close(isObject ? .endObject : .endArray)
  }

  private mutating func acceptNumber(_ byte: UInt8, _ number: JSONNumber) throws(JSONFailure) {
    if let next = number.next(byte) {
      keep(byte)
      state = .number(next)
      return
    }
    guard number.isWhole else {
      throw failure(
        number == .minus ? translated("this is not a value") : translated("digits are missing"))
    }
    endNumber()
    try acceptAfterValue(byte)
  }

  private mutating func endNumber() {
    endValue(.number(Receiver.wantsText ? String(decoding: text, as: UTF8.self) : ""))
  }

  private mutating func endValue(_ token: JSONToken) {
    receiver.receive(token)
    state = .afterValue
  }

  private mutating func open(_ token: JSONToken) throws(JSONFailure) {
    guard areObjects.count < deepest else { throw failure(translated("it is nested too deeply")) }
    let isObject = token == .startObject
    areObjects.append(isObject)
    receiver.receive(token)
    state = isObject ? .firstName : .firstValue
  }

  private mutating func close(_ token: JSONToken) {
    areObjects.removeLast()
    endValue(token)
  }

  // MARK: Strings

  private mutating func startString(isName: Bool) {
    self.isName = isName
    text.removeAll(keepingCapacity: true)
    state = .string
  }

  private mutating func keep(_ byte: UInt8) {
    if Receiver.wantsText { text.append(byte) }
  }

  private mutating func keep(_ scalar: Unicode.Scalar) {
    if Receiver.wantsText { text += Array(String(scalar).utf8) }
  }

  /// UTF-8 is as in RFC 3629, section 4.
  private mutating func acceptString(_ byte: UInt8) throws(JSONFailure) {
    guard highSurrogate == nil || byte == UInt8(ascii: "\\") else { throw failure(Self.halfPair) }
    switch byte {
    case UInt8(ascii: "\""): return endString()
    case UInt8(ascii: "\\"):
      state = .escape
      return
    case 0..<0x20: throw failure(translated("a string contains a control character"))
    case 0x20..<0x80: break
    case 0xC2...0xDF: state = .character(1, 0x80...0xBF)
    case 0xE0: state = .character(2, 0xA0...0xBF)
    case 0xED: state = .character(2, 0x80...0x9F)
    case 0xE1...0xEF: state = .character(2, 0x80...0xBF)
    case 0xF0: state = .character(3, 0x90...0xBF)
    case 0xF1...0xF3: state = .character(3, 0x80...0xBF)
    case 0xF4: state = .character(3, 0x80...0x8F)
    case _: throw failure(Self.notUTF8)
    }
    keep(byte)
  }

  private mutating func endString() {
    let string = Receiver.wantsText ? String(decoding: text, as: UTF8.self) : ""
    receiver.receive(isName ? .name(string) : .string(string))
    state = isName ? .colon : .afterValue
  }

  private mutating func acceptEscape(_ byte: UInt8) throws(JSONFailure) {
    guard highSurrogate == nil || byte == UInt8(ascii: "u") else { throw failure(Self.halfPair) }
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": keep(byte)
    case "b": keep(0x08 as UInt8)
    case "f": keep(0x0C as UInt8)
    case "n": keep(0x0A as UInt8)
    case "r": keep(0x0D as UInt8)
    case "t": keep(0x09 as UInt8)
    case "u":
      state = .hexadecimal(4, 0)
      return
    case let other:
      throw failure(
        translated(
          "“{escape}” is not an escape sequence of JSON", ["escape": "\\\(Character(other))"]))
    }
    state = .string
  }

  private mutating func acceptHexadecimal(
    _ byte: UInt8, _ count: Int, _ digits: UInt16
  ) throws(JSONFailure) {
    guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
      throw failure(translated("“{escape}” needs four hexadecimal digits", ["escape": "\\u"]))
    }
    let unit = digits << 4 | UInt16(digit)
    guard count == 1 else {
      state = .hexadecimal(count - 1, unit)
      return
    }
    state = .string
    if Receiver.wantsText { try keep(unit: unit) }
  }

  /// The grammar allows half a surrogate pair (section 8.2), but no string can hold it.
  private static var halfPair: String { translated("half a surrogate pair") }

  private mutating func keep(unit: UInt16) throws(JSONFailure) {
    if let high = highSurrogate {
      guard UTF16.isTrailSurrogate(unit) else { throw failure(Self.halfPair) }
      highSurrogate = nil
      let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
      return Unicode.Scalar(value).map { keep($0) } ?? ()
    }
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else if let scalar = Unicode.Scalar(unit) {
      keep(scalar)
    } else {
      throw failure(Self.halfPair)
    }
  }
}

/// A token of a JSON text. Names, strings and numbers are empty where the receiver does not want text.
enum JSONToken: Equatable {
  case startObject, endObject, startArray, endArray
  case name(String)
  case string(String)
  case number(String)
  case bool(Bool)
  case null
}

/// Receives each token in order.
protocol JSONReceiver {
  /// Whether it needs the text of names, strings and numbers.
  static var wantsText: Bool { get }
  mutating func receive(_ token: JSONToken)
}

/// A mistake in a JSON text, and the offset of its byte.
struct JSONFailure: Error, Hashable {
  let reason: String
  let offset: Int

  /// - Parameter type: the type that the source declared.
  func asBoardError(_ type: String) -> BoardError {
    .malformed(
      type: type,
      reason: translated("{reason}, at byte {offset}", ["reason": reason, "offset": offset]))
  }
}

/// The position in a number (RFC 8259, section 6).
enum JSONNumber {
  case minus, zero, whole, point, fraction, exponent, sign, power

  /// Nil where the byte starts no number.
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

  /// The position after one more byte; nil where the byte does not belong to the number.
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
