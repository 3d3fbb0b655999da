package import DragModel

extension TypeDatabase {
  /// The number of first bytes that `infer` needs: as many as GIO reads of a file. Of all rules of shared-mime-info
  /// 2.2 only the one for DTS-HD reads further.
  package static let firstBytesWanted = 4_096

  /// The type of held content without a stated type, as the desktop infers it for a file of this name and content.
  ///
  /// A name that the database knows decides, as in a file manager. Without a name, bytes that are UTF-8 without NUL are
  /// what a person meant as text, however they begin: “From now on” is no mailbox. For an ambiguous or unknown name the
  /// bytes decide, among kinds of text if they are such bytes. Beyond that:
  /// - Plain text gets `charset=utf-8` if the bytes are UTF-8, which includes ASCII. No other charset is inferred,
  ///   and no other type gets one.
  /// - Bytes that no rule matches are UTF-8 text if they are valid, also with the control characters of a terminal's
  ///   output, else `application/octet-stream`.
  /// - Empty content without a known name is `text/plain;charset=utf-8`, not `application/x-zerosize`: a program that
  ///   accepts text accepts an empty one, and no program asks for that other type.
  ///
  /// It may be called on any thread. If the name does not decide, GIO tries all its rules, which takes about 0.1 ms.
  ///
  /// - Parameters:
  ///   - name: the suggested file name of the item.
  ///   - firstBytes: the first bytes of the content.
  ///   - isWhole: whether these are all bytes: then a character that is cut off at the end is invalid.
  package static func infer(name: String?, firstBytes: [UInt8], isWhole: Bool = false) -> MIMEType {
    lazy var isWritten = !firstBytes.contains(0) && isUTF8(firstBytes, isWhole: isWhole)
    if name == nil, isWritten { return .utf8Text }
    guard let guess = guess(name: name, firstBytes: firstBytes) else {
      return isWritten && !firstBytes.contains(where: isBinaryControl) ? .utf8Text : .octetStream
    }
    if let name, isWritten, !isText(guess), !knows(name: name) { return .utf8Text }
    if guess == "text/plain", isUTF8(firstBytes, isWhole: isWhole) {
      return .utf8Text
    }
    return MIMEType(guess) ?? .octetStream
  }

  /// The type of bytes that a program has called mere bytes; nil if no rule of the database matches.
  package static func recognize(_ firstBytes: [UInt8]) -> MIMEType? {
    guess(name: nil, firstBytes: firstBytes).flatMap { MIMEType($0) }
  }

  /// Whether the name tells a type, whatever the bytes are.
  package static func knows(name: String) -> Bool { guess(name: name, firstBytes: []) != nil }

  /// Whether a type is a kind of plain text.
  package static func isText(_ essence: String) -> Bool {
    ContentTypes.gio?.isKind(essence, of: "text/plain") == true
  }

  /// The type that GIO infers; nil if it infers none.
  private static func guess(name: String?, firstBytes: [UInt8]) -> String? {
    ContentTypes.gio?.guess(name: name, firstBytes: firstBytes)
  }
}

private func isUTF8(_ bytes: [UInt8], isWhole: Bool) -> Bool {
  do {
    _ = try UTF8Span(validating: bytes.span)
    return true
  } catch {
    return !isWhole && error.kind == .truncatedScalar && error.byteOffsets.upperBound == bytes.count
  }
}

/// Control characters that do not occur in text, by the rules of file(1).
private func isBinaryControl(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x07...0x0D, 0x1B: false
  default: byte < 0x20 || byte == 0x7F
  }
}
