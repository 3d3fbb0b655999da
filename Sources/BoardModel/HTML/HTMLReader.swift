internal import CHTML
internal import Translations

/// Reads the elements and the text of HTML with libxml2, which repairs broken markup. It loads nothing, not even parts
/// of the page, and builds no tree.
final class HTMLReader {
  enum Event: Hashable {
    /// An element starts. Each one that starts ends too.
    case start(String, attributes: [String: String])
    case end(String)
    /// A part of a text; the next event may continue it.
    case text(String)
  }

  /// Deeper pages are refused: libxml2 looks through all open elements for one that ends.
  static let deepest = 512

  private let library: dragd_html
  private let parser: htmlParserCtxtPtr
  private let handle: (Event) -> Void
  private var depth = 0
  private var isTooDeep = false

  /// Calls the handler with each event.
  ///
  /// - Parameter text: without NUL, which would end it.
  /// - Throws: `malformed` for a page that is nested too deeply, has a tag with too many attributes, or that libxml2
  ///   gives up; `missingLibrary`.
  static func read(_ text: String, _ handle: (Event) -> Void) throws(BoardError) {
    let library = try HTMLLibrary.functions()
    try HTMLTags.check(text)
    try withoutActuallyEscaping(handle) { (handle) throws(BoardError) in
      try HTMLReader(library, handle).parse(text)
    }
  }

  private init(_ library: dragd_html, _ handle: @escaping (Event) -> Void) {
    guard let parser = library.htmlNewParserCtxt() else {
      preconditionFailure("no memory for a parser")
    }
    self.library = library
    self.parser = parser
    self.handle = handle
    // Its own handlers would build a tree, print errors and load what a DTD names.
    var handlers = htmlSAXHandler()
    handlers.startElement = { data, name, attributes in
      HTMLReader.of(data)?.start(name, attributes)
    }
    handlers.endElement = { data, name in HTMLReader.of(data)?.end(name) }
    handlers.characters = { data, start, count in HTMLReader.of(data)?.text(start, count) }
    handlers.ignorableWhitespace = handlers.characters
    handlers.cdataBlock = handlers.characters
    parser.pointee.sax.pointee = handlers
    parser.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit { library.htmlFreeParserCtxt(parser) }

  private static func of(_ data: UnsafeMutableRawPointer?) -> HTMLReader? {
    data.map { Unmanaged<HTMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func parse(_ text: String) throws(BoardError) {
    let options = [
      HTML_PARSE_RECOVER, HTML_PARSE_NODEFDTD, HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING,
      HTML_PARSE_NONET, HTML_PARSE_IGNORE_ENC,
    ].reduce(0) { $0 | $1.rawValue }
    var text = text
    text.withUTF8 { bytes in
      guard !bytes.isEmpty else { return }
      bytes.withMemoryRebound(to: CChar.self) { characters in
        library.xmlFreeDoc(
          library.htmlCtxtReadMemory(
            parser, characters.baseAddress, CInt(characters.count), nil, "UTF-8", CInt(options)))
      }
    }
    if isTooDeep {
      throw .malformed(type: BoardImport.htmlType, reason: translated("it is nested too deeply"))
    }
    guard parser.pointee.disableSAX == 0 else {
      throw .malformed(
        type: BoardImport.htmlType, reason: translated("it cannot be read to its end"))
    }
  }

  // MARK: Callbacks

  private func start(
    _ name: UnsafePointer<xmlChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    guard let name, !isTooDeep else { return }
    depth += 1
    guard depth <= Self.deepest else {
      isTooDeep = true
      return library.xmlStopParser(parser)
    }
    var found: [String: String] = [:]
    var next = attributes
    while let pair = next, let name = pair[0] {
      found[String(cString: name)] = pair[1].map { Self.allowed(String(cString: $0)) } ?? ""
      next = pair + 2
    }
    handle(.start(String(cString: name), attributes: found))
  }

  /// The text without controls and noncharacters, which libxml2 leaves out of text but not of attributes.
  private static func allowed(_ text: String) -> String {
    func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE
        || "\t\n\r".unicodeScalars.contains(scalar)
    }
    guard !text.unicodeScalars.allSatisfy(isAllowed) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter(isAllowed)))
  }

  private func end(_ name: UnsafePointer<xmlChar>?) {
    guard let name, depth > 0, !isTooDeep else { return }
    depth -= 1
    handle(.end(String(cString: name)))
  }

  private func text(_ start: UnsafePointer<xmlChar>?, _ count: CInt) {
    guard !isTooDeep else { return }
    handle(
      .text(
        String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)))
  }
}
