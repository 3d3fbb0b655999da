internal import CGIO
package import DragModel

extension TypeDatabase {
  /// How many first bytes to hand to `infer`: as many as GIO reads of a file. Of all rules of
  /// shared-mime-info 2.2 one, for DTS-HD, looks further.
  package static let firstBytesWanted = 4_096

  /// The type of held content whose source has not given one, as the desktop would see a file of
  /// this name and content.
  ///
  /// A name that the database knows decides, as in a file manager; where it is ambiguous or
  /// unknown, the bytes do. Beyond that:
  /// - Plain text gets `charset=utf-8` when the bytes are UTF-8, which ASCII is too. No other
  ///   charset is guessed, and no other type gets one.
  /// - Bytes that no rule knows are UTF-8 text if they can be, also with the control characters of
  ///   a terminal's output, else `application/octet-stream`.
  /// - Empty content without a telling name is `text/plain;charset=utf-8`, not
  ///   `application/x-zerosize`: whoever takes text can take none, and nobody asks for zero size.
  ///
  /// May be called on any thread, such as the one that has read the bytes: where no name helps, GIO
  /// tries all its rules, which takes about 0.1 ms.
  ///
  /// - Parameters:
  ///   - name: the item's suggested file name.
  ///   - firstBytes: the content's first bytes.
  ///   - isWhole: whether there are no more, so that a character cut off at the end is a flaw.
  package static func infer(name: String?, firstBytes: [UInt8], isWhole: Bool = false) -> MIMEType {
    guard let guess = guess(name: name, firstBytes: firstBytes) else {
      let isText =
        isUTF8(firstBytes, isWhole: isWhole) && !firstBytes.contains(where: isBinaryControl)
      return isText ? .utf8Text : .octetStream
    }
    if guess == "text/plain", isUTF8(firstBytes, isWhole: isWhole) {
      return .utf8Text
    }
    return MIMEType(guess) ?? .octetStream
  }

  /// Whether the name tells a type, whatever the bytes are.
  package static func knows(name: String) -> Bool { guess(name: name, firstBytes: []) != nil }

  /// Whether a type is a kind of plain text.
  package static func isText(_ essence: String) -> Bool {
    g_content_type_is_a(essence, "text/plain") != 0
  }

  /// GIO's guess; nil when it has none.
  private static func guess(name: String?, firstBytes: [UInt8]) -> String? {
    var isUncertain: gboolean = 0
    // Without bytes the name alone decides: for no bytes GIO would rather say
    // application/x-zerosize than take one of several types of that name.
    let guess = string(
      takingOver: firstBytes.isEmpty
        ? g_content_type_guess(name, nil, 0, &isUncertain)
        : g_content_type_guess(name, firstBytes, gsize(firstBytes.count), &isUncertain))
    guard let guess, isUncertain == 0 || g_content_type_is_unknown(guess) == 0 else { return nil }
    return guess
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

/// Control characters that do not occur in text; those that do are file(1)'s.
private func isBinaryControl(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x07...0x0D, 0x1B: false
  default: byte < 0x20 || byte == 0x7F
  }
}
