package import DragModel

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
    let text = Self.text(among: targets)
    for target in targets {
      switch target {
      case TargetNames.sensitivityHint: hasSensitivityHint = true
      case TargetNames.offer: hasOffer = true
      case TargetNames.utf8, TargetNames.latin1, TargetNames.anyText: append(text)
      default: add(mime: target, text)
      }
    }
    for target in targets where !target.contains("/") && target.utf8.count <= 200 {
      append(
        TargetNames.type(ofNamed: target).map { ImportedType(type: $0, target: target) })
    }
    shorten()
  }

  /// The text in UTF-8 and the target that it is best read from; nil where no target has text. Some programs give
  /// `text/plain;charset=utf-8` the line ends of mail, and escape what is not ASCII in `text/plain`: UTF8_STRING is
  /// the text as it is. What another target has is converted, where none is in UTF-8.
  private static func text(among targets: [String]) -> ImportedType? {
    let plain = targets.compactMap { target in
      MIMEType(target).flatMap { $0.essence == "text/plain" ? (target: target, type: $0) : nil }
    }
    if let named = plain.first(where: { $0.type.isUTF8 }) {
      let target = targets.contains(TargetNames.utf8) ? TargetNames.utf8 : named.target
      return ImportedType(type: named.type, target: target, decoding: .utf8)
    }
    if targets.contains(TargetNames.utf8) {
      return ImportedType(type: .utf8Text, target: TargetNames.utf8, decoding: .utf8)
    }
    for one in plain {
      guard let charset = one.type.charset, let decoding = TextDecoding(charset: charset)
      else { continue }
      return ImportedType(type: .utf8Text, target: one.target, decoding: decoding)
    }
    let name = [TargetNames.latin1, TargetNames.anyText].first(where: targets.contains)
    return name.map { ImportedType(type: .utf8Text, target: $0, decoding: .latin1) }
  }

  private mutating func add(mime target: String, _ text: ImportedType?) {
    if let id = TargetNames.markerID(target) {
      markerID = id
      return
    }
    // A type's name has a slash; what has none is an action (DELETE) or metadata (TIMESTAMP).
    guard target.contains("/"), target.utf8.count <= 255, let type = MIMEType(target) else {
      return
    }
    guard type.essence == "text/plain" else {
      return append(ImportedType(type: type, target: target))
    }
    // Whoever wants any plain text gets this one.
    append(text)
    if type.charset == nil, let text {
      append(ImportedType(type: type, target: text.target, decoding: text.decoding))
    } else {
      append(ImportedType(type: type, target: target))
    }
  }

  private mutating func append(_ type: ImportedType?) {
    guard let type else { return }
    if !types.contains(where: { $0.type == type.type }) { types.append(type) }
  }

  /// Drops the other forms of plain text when there is one in UTF-8; otherwise the owner's order decides.
  private mutating func shorten() {
    guard types.count > Self.most else { return }
    if let best = types.first(where: { $0.type.essence == "text/plain" && $0.type.isUTF8 }) {
      types.removeAll { $0.type.essence == "text/plain" && $0 != best }
    }
    types = Array(types.prefix(Self.most))
  }
}

extension MIMEType {
  var charset: String? { parameters.first { $0.name == "charset" }?.value.lowercased() }

  /// Whether it names UTF-8 as its charset.
  var isUTF8: Bool { charset == "utf-8" }
}
