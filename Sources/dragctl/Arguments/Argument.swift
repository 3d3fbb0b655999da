/// A word of the command line as the kernel gave it: bytes, for file names need not be UTF-8.
struct Argument: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(_ text: String) {
    self.bytes = Array(text.utf8)
  }

  /// The word as text; bytes that are no UTF-8 become U+FFFD.
  var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Nil when the bytes are no UTF-8, and so cannot travel as a D-Bus string.
  var validText: String? {
    String(validating: bytes, as: UTF8.self)
  }
}

extension Argument: ExpressibleByStringLiteral {
  init(stringLiteral text: String) {
    self.init(text)
  }
}
