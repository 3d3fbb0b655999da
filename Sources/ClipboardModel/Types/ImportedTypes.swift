package import DragModel

/// How the bytes of a target become those of its type.
package enum TextDecoding: Hashable, Sendable {
  case verbatim
  /// UTF-8 where the bytes are valid UTF-8, otherwise from Latin-1.
  case latin1
}

/// A type that a program's content can be taken in.
package struct ImportedType: Hashable, Sendable {
  /// As dragd serialises it.
  package var type: MIMEType
  /// As the display has it: what to ask the owner for.
  package var target: String
  package var decoding: TextDecoding

  package init(type: MIMEType, target: String, decoding: TextDecoding = .verbatim) {
    self.type = type
    self.target = target
    self.decoding = decoding
  }
}

/// What a list of targets says of the content.
package struct ImportedTypes: Hashable, Sendable {
  /// In the owner's order, none twice, at most `most`.
  package private(set) var types: [ImportedType] = []
  /// A password manager's hint is there to be read.
  package private(set) var hasSensitivityHint = false
  /// The content has an offer of dragd's, whose path is there to be read.
  package private(set) var hasOffer = false
  /// The id of the dragclip that owned it, if one did.
  package private(set) var markerID: String?

  /// Representations that dragd takes of one item.
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

  /// X11's name for text that is read: UTF8_STRING, else STRING, else TEXT; none where a type says the same.
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

  /// Text without a charset says what the text with one says better; then the source's order decides.
  private mutating func shorten() {
    guard types.count > Self.most else { return }
    if types.contains(where: { $0.type == .utf8Text }) {
      let best = types.first { $0.type == .utf8Text }
      types.removeAll { $0.type.essence == "text/plain" && $0 != best }
    }
    types = Array(types.prefix(Self.most))
  }
}
