package import DragModel

/// The encoding of text for the program that pastes.
package enum TextForm: Hashable, Sendable {
  case verbatim
  case latin1
}

/// The format of a list of files.
package enum FileListForm: Hashable, Sendable {
  case uriList
  case gnome
  /// One path a line.
  case paths
}

/// The source of the bytes of a target.
package enum PasteSource: Hashable, Sendable {
  case constant([UInt8])
  /// A representation of the copied offer.
  case offer(Identifier, item: UInt32, CopiedRepresentation, TextForm)
  /// The addresses of all items of the copied offer.
  case files(Identifier, FileListForm, isCut: Bool)
  /// Bytes that dragclip read before their owner left.
  case held(ReadNumber, size: UInt64, TextForm)
  /// The path of the relay offer, which dragclip publishes on the first request.
  case offerPath
}

/// The targets of a selection that dragclip owns, best first, and the source of each.
package struct ExportedTargets: Hashable, Sendable {
  package struct Target: Hashable, Sendable {
    package var name: String
    package var source: PasteSource
  }

  package private(set) var targets: [Target] = []

  package var names: [String] { targets.map(\.name) }

  package func source(of target: String) -> PasteSource? {
    targets.first { $0.name == target }?.source
  }

  /// A longer name of a type would end a Wayland connection.
  private static let longestName = 255

  /// Nil if a program could paste nothing of the offer.
  package init?(_ copied: CopiedOffer, markerID: String) {
    if copied.items.count == 1 || !copied.isOfFiles {
      for representation in copied.items.first?.representations ?? [] {
        // `appendFiles` adds the list of all addresses.
        if copied.isOfFiles, representation.type.essence == TargetNames.uriList { continue }
        append(representation.type, representation.type.description) {
          .offer(copied.offer, item: 0, representation, $0)
        }
      }
      appendReadableText(copied)
    }
    if copied.isOfFiles { appendFiles(copied) }
    guard !targets.isEmpty else { return nil }
    if copied.isSensitive {
      append(TargetNames.sensitivityHint, .constant(Array("secret".utf8)))
    } else {
      appendMarkers(markerID)
    }
  }

  /// The targets of a content that dragclip read before its owner left.
  package init(_ held: KeptContent, markerID: String) {
    for type in held.types {
      append(type.imported.type, type.imported.target) { .held(type.read, size: type.size, $0) }
    }
    appendMarkers(markerID)
  }

  /// Without plain text, whatever is a kind of text is pasted as text too: a script, a table, a page. Markup beside
  /// another representation is only the look of that one.
  private mutating func appendReadableText(_ copied: CopiedOffer) {
    guard !targets.contains(where: { $0.name == TargetNames.utf8 }) else { return }
    let representations = copied.items.first?.representations ?? []
    let readable = representations.first { representation in
      let type = representation.type
      let isMarkup = ["text/html", "text/rtf", "application/rtf"].contains(type.essence)
      return representation.isText && type.isUnicode && type.essence != TargetNames.uriList
        && (!isMarkup || type == representations.first?.type)
    }
    guard let readable else { return }
    appendAliases { .offer(copied.offer, item: 0, readable, $0) }
  }

  private mutating func appendFiles(_ copied: CopiedOffer) {
    append(TargetNames.uriList, .files(copied.offer, .uriList, isCut: copied.isCut))
    for name in TargetNames.copiedFiles {
      append(name, .files(copied.offer, .gnome, isCut: copied.isCut))
    }
    if copied.isCut { append(TargetNames.kdeCut, .constant([UInt8(ascii: "1")])) }
    guard !targets.contains(where: { MIMEType($0.name)?.essence == "text/plain" }) else { return }
    append(.utf8Text, MIMEType.utf8Text.description) { form in
      // A path is bytes, and no program wants Latin-1 of it.
      .files(copied.offer, .paths, isCut: copied.isCut)
    }
  }

  private mutating func appendMarkers(_ id: String) {
    append(TargetNames.marker(id: id), .constant([]))
    append(TargetNames.offer, .offerPath)
  }

  /// Adds a type; of plain text also the other names that programs request.
  private mutating func append(
    _ type: MIMEType, _ target: String, _ source: (TextForm) -> PasteSource
  ) {
    append(target, source(.verbatim))
    if type.essence == "text/plain", type.isUnicode { appendAliases(source) }
  }

  private mutating func appendAliases(_ source: (TextForm) -> PasteSource) {
    append(MIMEType.utf8Text.description, source(.verbatim))
    append(TargetNames.utf8, source(.verbatim))
    append("text/plain", source(.verbatim))
    append(TargetNames.anyText, source(.verbatim))
    append(TargetNames.latin1, source(.latin1))
  }

  private mutating func append(_ name: String, _ source: PasteSource) {
    guard name.utf8.count <= Self.longestName, !targets.contains(where: { $0.name == name }) else {
      return
    }
    targets.append(Target(name: name, source: source))
  }
}

extension MIMEType {
  /// Whether text of the type is UTF-8 as far as the type tells.
  fileprivate var isUnicode: Bool {
    let charset = parameters.first { $0.name == "charset" }?.value.lowercased()
    return charset.map { ["utf-8", "us-ascii"].contains($0) } ?? true
  }
}
