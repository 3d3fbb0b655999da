internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// An item that can be published several times.
struct PreparedItem: Sendable {
  typealias Producer = @Sendable (RepresentationWriter) async throws -> Void

  private(set) var source: SourceItem
  /// The first of its representations that is a file, as it was offered.
  private(set) var file: FileIdentity?
  private var producers: [(type: MIMEType, produce: Producer)] = []

  /// The most bytes in a message; more goes into a file in memory.
  private static let inlineLimit = 65_536

  /// Opens files, so it may block.
  ///
  /// - Parameter local: the token of a local object.
  init(_ provider: ItemProvider, local: String?) throws(DragError) {
    var representations: [Representation<SourceContent>] = []
    var status: FileStatus?
    for one in provider.representations {
      let type = try one.type.map { text throws(DragError) in
        guard let type = MIMEType(text) else {
          throw DragError(
            .invalidType, "“\(text)” is not a MIME type: write one such as “image/png”")
        }
        return type
      }
      if case .lazy(_, let produce) = one.content, let type { producers.append((type, produce)) }
      let content = try Self.content(one.content)
      status = status ?? Self.status(content)
      representations.append(
        Representation(
          type: type, visibility: Visibility(rawValue: one.visibility.rawValue) ?? .all,
          content: content))
    }
    let files = representations.count { if case .file = $0.content { true } else { false } }
    guard files <= Lengths.descriptors else {
      throw DragError(
        .tooManyItems,
        "an item has \(files) representations that are files or have more than \(Self.inlineLimit) bytes, the limit is "
          + "\(Lengths.descriptors): register the others as content that is produced on demand")
    }
    source = SourceItem(
      attributes: ItemAttributes(
        name: provider.suggestedName, key: provider.key, local: local,
        file: status.map { FileAttributes($0, name: nil) } ?? FileAttributes()),
      representations: representations)
    file = status?.identity
  }

  private static func content(
    _ content: ItemProvider.Representation.Content
  ) throws(DragError) -> SourceContent {
    switch content {
    case .bytes(let bytes) where bytes.count <= inlineLimit: return .data(bytes)
    case .bytes(let bytes):
      return try mapError { () throws(SystemError) in
        .file(SharedDescriptor(try Memfd.create("dragd-client", containing: bytes)))
      } to: {
        DragError($0)
      }
    case .file(let path): return .file(SharedDescriptor(try RegularFile.open(path)))
    case .descriptor(let file): return .file(file)
    case .lazy(let size, _): return .lazy(size: size)
    }
  }

  /// The status of a file. A file in memory has nothing that a destination could keep.
  private static func status(_ content: SourceContent) -> FileStatus? {
    guard case .file(let file) = content, let status = try? FileStatus(of: file.descriptor),
      status.kind == .regular, !status.isUnnamed
    else { return nil }
    return status
  }

  func producer(of type: MIMEType) -> Producer? {
    producers.first { $0.type == type }?.produce
  }

  /// What an offer needs while it serves dragd.
  func withoutContent() -> PreparedItem {
    var item = self
    item.source.representations = []
    return item
  }

  var key: String? { source.attributes.key }
}
