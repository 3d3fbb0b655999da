package import DragModel

/// The conversion from a target's bytes to those of its type.
package enum TextDecoding: Hashable, Sendable {
  case verbatim
  /// UTF-8 where the bytes are valid UTF-8, otherwise from Latin-1.
  case latin1
}

/// A type that dragclip can read of a program's content.
package struct ImportedType: Hashable, Sendable {
  /// As dragd serialises it.
  package var type: MIMEType
  /// The display's name of the type, which a read requests.
  package var target: String
  package var decoding: TextDecoding

  package init(type: MIMEType, target: String, decoding: TextDecoding = .verbatim) {
    self.type = type
    self.target = target
    self.decoding = decoding
  }
}

/// The types and marks in an owner's list of targets.
package struct ImportedTypes: Hashable, Sendable {
  /// In the owner's order, without duplicates, at most `most`.
  package private(set) var types: [ImportedType] = []
  /// Whether a password manager's hint can be read.
  package private(set) var hasSensitivityHint = false
  /// Whether the path of an offer with the same content can be read.
  package private(set) var hasOffer = false
  /// The id of the dragclip that owned the content.
  package private(set) var markerID: String?

  /// dragd's limit of representations of one item.
  package static let most = 64

  package init(_ targets: [String]) {
    let plain = Self.plainText(targets)
    for target in targets {
      switch target {
      case TargetNames.sensitivityHint: hasSensitivityHint = true
      case TargetNames.offer: hasOffer = true
      case TargetNames.utf8, TargetNames.latin1, TargetNames.anyText:
        guard target == plain else { continue }
        let decoding: TextDecoding = target == TargetNames.utf8 ? .verbatim : .latin1
        append(ImportedType(type: .utf8Text, target: target, decoding: decoding))
      default: add(mime: target)
      }
    }
    shorten()
  }

  /// The X11 name under which text is read: UTF8_STRING, else STRING, else TEXT; nil if a MIME type has the text.
  private static func plainText(_ targets: [String]) -> String? {
    guard !targets.contains(where: { MIMEType($0) == .utf8Text }) else { return nil }
    return [TargetNames.utf8, TargetNames.latin1, TargetNames.anyText].first(
      where: targets.contains)
  }

  private mutating func add(mime target: String) {
    if let id = TargetNames.markerID(target) {
      markerID = id
      return
    }
    // A type's name has a slash; what has none is an action (DELETE) or metadata (TIMESTAMP).
    guard target.contains("/"), target.utf8.count <= 255, let type = MIMEType(target) else {
      return
    }
    append(ImportedType(type: type, target: target))
  }

  private mutating func append(_ type: ImportedType) {
    if !types.contains(where: { $0.type == type.type }) { types.append(type) }
  }

  /// Drops the other forms of plain text when there is one in UTF-8; otherwise the owner's order decides.
  private mutating func shorten() {
    guard types.count > Self.most else { return }
    if types.contains(where: { $0.type == .utf8Text }) {
      let best = types.first { $0.type == .utf8Text }
      types.removeAll { $0.type.essence == "text/plain" && $0 != best }
    }
    types = Array(types.prefix(Self.most))
  }
}
