internal import CExpat
internal import Translations

/// Reads the elements and the text of XML with expat. It loads no external entity, and in text it refuses every entity
/// that the document declares.
final class XMLReader {
  enum Event: Hashable {
    /// An element starts. Prefixes of names are left out.
    case start(String, attributes: [String: String])
    case end(String)
    /// A part of a text; the next event may continue it.
    case text(String)
  }

  /// Where an event is in the bytes that are parsed: those of a text in UTF-8 where expat does not know the encoding.
  struct Position: Hashable {
    let line: Int
    let bytes: Range<Int>
  }

  struct Failure: Error, Hashable {
    let reason: String
    let line: Int
  }

  /// Deeper elements are refused: GPX has about ten levels.
  static let deepest = 256
  /// How many times the size of the file expat may process. Only entities in attributes make it process more.
  private static let largestAmplification: Float = 4
  /// The bytes up to which that limit does not apply.
  private static let amplificationThreshold: UInt64 = 1 << 16

  private let parser: XML_Parser
  private let handle: (Event, Position) -> Bool
  /// The names of the open elements, with their prefixes.
  private var elements: [String] = []
  /// The encoding that the file declares and expat does not know.
  private var unknownEncoding: String?
  /// Why the reader stopped the parser.
  private var refusal: String?

  /// Calls the handler with each event, until it returns false.
  ///
  /// - Parameters:
  ///   - bytes: in the encoding that they declare, by default UTF-8 or UTF-16.
  ///   - handle: returns whether to continue.
  static func read(_ bytes: [UInt8], _ handle: (Event) -> Bool) throws(Failure) {
    try read(bytes) { event, _ in handle(event) }
  }

  /// - Parameter encoding: instead of the one that the file declares.
  static func read(
    _ bytes: [UInt8], encoding: String? = nil, _ handle: (Event, Position) -> Bool
  ) throws(Failure) {
    try withoutActuallyEscaping(handle) { (handle) throws(Failure) in
      let reader = XMLReader(encoding: encoding, handle)
      do throws(Failure) {
        try reader.parse(bytes)
      } catch {
        // expat knows four encodings, iconv(3) knows the others. expat asks for the encoding before the first element,
        // so no event was delivered yet.
        guard let encoding = reader.unknownEncoding else { throw error }
        guard let text = Charset.decode(bytes, encoding) else {
          throw Failure(
            reason: translated(
              "it is not in the encoding that it declares, “{encoding}”", ["encoding": encoding]),
            line: 1)
        }
        try XMLReader(encoding: "UTF-8", handle).parse(Array(text.utf8))
      }
    }
  }

  private init(encoding: String?, _ handle: @escaping (Event, Position) -> Bool) {
    guard let parser = XML_ParserCreate(encoding) else {
      preconditionFailure("no memory for a parser")
    }
    self.parser = parser
    self.handle = handle
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, Self.largestAmplification)
    XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, Self.amplificationThreshold)
    XML_SetElementHandler(
      parser,
      { data, name, attributes in XMLReader.of(data)?.start(name, attributes) },
      { data, name in XMLReader.of(data)?.end(name) })
    XML_SetCharacterDataHandler(parser) { data, start, count in
      XMLReader.of(data)?.text(start, count)
    }
    // A default handler makes expat report the entities that the document declares instead of expanding them.
    XML_SetDefaultHandler(parser) { _, _, _ in }
    XML_SetSkippedEntityHandler(parser) { data, name, _ in
      XMLReader.of(data)?.stop(XMLReader.unknown("&\(String(cString: name!));"))
    }
    XML_SetExternalEntityRefHandler(parser) { _, _, _, _, _ in CInt(XML_STATUS_ERROR.rawValue) }
    XML_SetUnknownEncodingHandler(
      parser,
      { data, name, _ in
        if let data, let name {
          Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue().unknownEncoding = String(
            cString: name)
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { XML_ParserFree(parser) }

  private static func of(_ data: UnsafeMutableRawPointer?) -> XMLReader? {
    data.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  /// How many bytes expat gets in one call, which takes their number as a C int.
  private static let piece = 1 << 20

  private func parse(_ bytes: [UInt8]) throws(Failure) {
    var start = 0
    repeat {
      let count = min(Self.piece, bytes.count - start)
      let isLast = start + count == bytes.count
      let status = bytes.withUnsafeBytes { bytes in
        XML_Parse(
          parser, bytes.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) },
          CInt(count), isLast ? 1 : 0)
      }
      start += count
      guard status == XML_STATUS_OK else {
        if XML_GetErrorCode(parser) == XML_ERROR_ABORTED, refusal == nil { return }
        throw Failure(reason: reason, line: Int(XML_GetCurrentLineNumber(parser)))
      }
    } while start < bytes.count
  }

  // MARK: Callbacks

  private func start(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let name else { return }
    guard elements.count < Self.deepest else { return stop(translated("it is nested too deeply")) }
    let element = String(cString: name)
    elements.append(element)
    var found: [String: String] = [:]
    var next = attributes
    while let pair = next, let name = pair[0], let value = pair[1] {
      found[Self.local(String(cString: name))] = String(cString: value)
      next = pair + 2
    }
    tell(.start(Self.local(element), attributes: found))
  }

  private func end(_ name: UnsafePointer<CChar>?) {
    guard let element = elements.popLast() else { return }
    tell(.end(Self.local(element)))
  }

  private func text(_ start: UnsafePointer<CChar>?, _ count: CInt) {
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
    tell(.text(String(decoding: bytes, as: UTF8.self)))
  }

  /// expat may call some handlers after `XML_StopParser`.
  private var hasStopped = false

  private func tell(_ event: Event) {
    guard !hasStopped, !handle(event, position) else { return }
    stop(nil)
  }

  private var position: Position {
    let start = max(XML_GetCurrentByteIndex(parser), 0)
    return Position(
      line: Int(XML_GetCurrentLineNumber(parser)),
      bytes: start..<(start + max(Int(XML_GetCurrentByteCount(parser)), 0)))
  }

  private func stop(_ reason: String?) {
    guard !hasStopped else { return }
    hasStopped = true
    refusal = reason
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  private static func local(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  // MARK: Errors

  private var reason: String {
    let code = XML_GetErrorCode(parser)
    switch code {
    case XML_ERROR_ABORTED: return refusal ?? translated("the reading was stopped")
    case XML_ERROR_NO_ELEMENTS:
      return elements.last.map { translated("<{element}> has no end", ["element": $0]) }
        ?? translated("it has no element")
    case XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION:
      return translated("it ends too early")
    case XML_ERROR_TAG_MISMATCH:
      return elements.last.map {
        translated("the end tag does not match <{element}>", ["element": $0])
      } ?? translated("an end tag has no beginning")
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: return translated("something follows its end")
    case XML_ERROR_UNDEFINED_ENTITY: return Self.unknown(reference)
    case XML_ERROR_INVALID_TOKEN:
      return translated(
        "it is not well-formed at column {column}",
        ["column": XML_GetCurrentColumnNumber(parser) + 1])
    case XML_ERROR_BAD_CHAR_REF:
      return translated("a character reference names no character of XML")
    case XML_ERROR_DUPLICATE_ATTRIBUTE: return translated("an attribute occurs twice")
    case XML_ERROR_MISPLACED_XML_PI:
      return translated("something precedes its XML declaration")
    case XML_ERROR_INCORRECT_ENCODING:
      return translated("it is not in the encoding that it declares")
    case XML_ERROR_EXTERNAL_ENTITY_HANDLING, XML_ERROR_ATTRIBUTE_EXTERNAL_ENTITY_REF:
      return translated("it needs another file")
    case XML_ERROR_RECURSIVE_ENTITY_REF, XML_ERROR_AMPLIFICATION_LIMIT_BREACH:
      return translated("its entities expand without limit")
    default:
      return XML_ErrorString(code).map { String(cString: $0) }
        ?? translated("error {code} of expat", ["code": code.rawValue])
    }
  }

  private static func unknown(_ reference: String) -> String {
    translated("“{reference}” is not known", ["reference": reference])
  }

  /// The entity reference at which expat stopped.
  private var reference: String {
    var (offset, size): (CInt, CInt) = (0, 0)
    guard let buffer = XML_GetInputContext(parser, &offset, &size), offset < size else {
      return "&"
    }
    let rest = UnsafeRawBufferPointer(
      start: buffer + Int(offset), count: min(Int(size - offset), 64))
    let name = rest.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != 0 }
    return String(decoding: name, as: UTF8.self) + ";"
  }
}
