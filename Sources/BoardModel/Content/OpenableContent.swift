internal import DragModel
internal import Translations

/// Content of a card that other programs can open: its own, or an attachment.
package struct OpenableContent: Hashable, Sendable {
  /// A safe file name.
  package let name: String
  package let type: String
  /// In bytes.
  package let size: Int
  /// The number of the attachment; nil for the card's own content.
  package let attachment: Int?

  package var isPicture: Bool { MIMEType.is(type, \.isImage) }
}

extension Card {
  /// The card's own content, where that is a file. dragboard itself opens texts, geocaches and links.
  package var ownContent: OpenableContent? {
    guard [.file, .image, .other].contains(kind), !isLink,
      let own = representations.first(where: { !MIMEType.is($0.type, \.isURIList) })
    else { return nil }
    return OpenableContent(
      name: fileName(of: own.type), type: own.type, size: own.size, attachment: nil)
  }

  /// Whether the card is one or more links.
  package var isLink: Bool {
    kind == .other && representations.contains { MIMEType.is($0.type, \.isURIList) }
  }

  /// Its own content, and its attachments.
  package var openable: [OpenableContent] {
    [ownContent].compactMap(\.self)
      + attachments.map {
        OpenableContent(name: $0.name, type: $0.type, size: $0.size, attachment: $0.number)
      }
  }
}

extension StoredContents {
  /// - Throws: `noSuchRepresentation`.
  package func read(_ content: OpenableContent) throws(BoardError) -> Content {
    guard let number = content.attachment else { return try read(content.type) }
    return try read(attachment: number)
  }

  /// Makes a read-only copy for another program to open; it is removed after a day. It may be used on any thread.
  ///
  /// - Returns: the path.
  package func copyToOpen(_ content: OpenableContent) throws(BoardError) -> String {
    try read(content).export(
      as: content.name, content.type, below: "\(folder)/exports", isReadOnly: true)
  }

  /// The first address of a link.
  ///
  /// - Throws: `noSuchRepresentation`, `malformed`; `invalid` where a web browser or mail program cannot open it.
  package func address(ofLink card: Card) throws(BoardError) -> String {
    let type = card.representations.first { MIMEType.is($0.type, \.isURIList) }?.type
    let list = try read(type ?? "text/uri-list").bytes(atMost: 1 << 20)
    for case .other(let address) in try URIList.parse(list) {
      if URIList.isForBrowsers(address) { return address }
    }
    throw .invalid(
      field: "link",
      reason: translated("only addresses with http:, https: or mailto: can be opened safely"))
  }
}

extension NewAttachment {
  /// A person's file, whose content the store copies, or the archive of a person's folder.
  ///
  /// - Parameter name: of the file, where the path does not say it.
  /// - Throws: `unreadable`.
  package init(fileAt path: String, named name: String? = nil) throws(BoardError) {
    let name = name ?? URIList.lastComponent(of: path) ?? "file"
    guard !Content.isFolder(at: path) else {
      let content = try Content.folder(at: path, named: name)
      self.init(name: name, type: MIMEType.folderArchive.description, content: content)
      return
    }
    let file = try OpenFile(reading: path)
    let size = try file.size()
    let type = FileType.infer(name: name, firstBytes: try file.read(FileType.firstBytesWanted))
    self.init(name: name, type: type, content: .file(path: path, size: size))
  }

  /// The content of a dropped card as a file; nil for geocaches and links.
  package init?(_ card: NewCard) {
    guard let content = card.representations.first, card.kind != .geocache,
      !MIMEType.is(content.type, \.isURIList)
    else { return nil }
    let ending = FileEnding.ending(for: content.type).map { ".\($0)" } ?? ""
    self.init(
      name: card.name ?? String(card.title.prefix(60)) + ending, type: content.type,
      content: content.content)
  }

  /// The attachment with large content copied into a file of the store.
  package func staged(by staging: Staging) throws(BoardError) -> NewAttachment {
    var staged = self
    staged.content = try staging.stage(content)
    return staged
  }
}
