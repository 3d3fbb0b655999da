/// A word of the command line as the kernel passed it: bytes, because file names need not be UTF-8.
package struct Argument: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ text: String) {
    self.bytes = Array(text.utf8)
  }

  /// The word as text; bytes that are not UTF-8 become U+FFFD.
  package var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Nil when the bytes are not UTF-8, and so cannot be a D-Bus string.
  package var validText: String? {
    String(validating: bytes, as: UTF8.self)
  }
}

extension Argument: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    self.init(text)
  }
}
