internal import CDBus

/// Walks the strings of an `as`, of which a message has room for millions.
package struct StringArrayReader {
  private var elements: MessageReader
  package private(set) var isAtEnd: Bool

  init(_ elements: MessageReader) {
    self.elements = elements
    isAtEnd = elements.isAtEnd
  }

  /// The next string; call it only before the end.
  package mutating func next() -> String {
    let text = String(cString: current)
    advance()
    return text
  }

  /// Passes the bytes of at most `count` strings, one after the other, without copying them.
  package mutating func next<E: Error>(
    _ count: Int, _ body: (Span<UInt8>) throws(E) -> Void
  ) throws(E) {
    var left = count
    while left > 0, !isAtEnd {
      left -= 1
      let text = current
      let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
      try body(bytes.bindMemory(to: UInt8.self).span)
      advance()
    }
  }

  private var current: UnsafePointer<CChar> {
    mutating get {
      var text: UnsafePointer<CChar>?
      dbus_message_iter_get_basic(&elements.iterator, &text)
      guard let text else { preconditionFailure("libdbus gave no string") }
      return text
    }
  }

  private mutating func advance() {
    isAtEnd = dbus_message_iter_next(&elements.iterator) == 0
  }
}
