internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// An item as it is published, however often.
struct PreparedItem: Sendable {
  typealias Producer = @Sendable (RepresentationWriter) async throws -> Void

  let source: SourceItem
  private var producers: [(type: MIMEType, produce: Producer)] = []

  /// What travels in a message; more goes into a file in memory.
  private static let inlineLimit = 65_536

  /// Opens files, so it may block.
  ///
  /// - Parameter local: the token of a local object.
  init(_ provider: ItemProvider, local: String?) throws(DragError) {
    var representations: [Representation<SourceContent>] = []
    for one in provider.representations {
      let type = try one.type.map { text throws(DragError) in
        guard let type = MIMEType(text) else {
          throw DragError(.invalidType, "“\(text)” is no MIME type: write one such as “image/png”")
        }
        return type
      }
      if case .lazy(_, let produce) = one.content, let type { producers.append((type, produce)) }
      let content: SourceContent
      do throws(SystemError) {
        content = try Self.content(one.content)
      } catch {
        throw DragError(error).about(one.content)
      }
      representations.append(
        Representation(
          type: type, visibility: Visibility(rawValue: one.visibility.rawValue) ?? .all,
          content: content))
    }
    source = SourceItem(
      attributes: ItemAttributes(
        name: provider.suggestedName, key: provider.key, local: local),
      representations: representations)
  }

  private static func content(
    _ content: ItemProvider.Representation.Content
  ) throws(SystemError) -> SourceContent {
    switch content {
    case .bytes(let bytes) where bytes.count <= inlineLimit: .data(bytes)
    case .bytes(let bytes):
      .file(SharedDescriptor(try Memfd.create("dragd-client", containing: bytes)))
    case .file(let path):
      .file(SharedDescriptor(try FilePath.openForReading(Array(path.utf8))))
    case .lazy(let size, _): .lazy(size: size)
    }
  }

  func producer(of type: MIMEType) -> Producer? {
    producers.first { $0.type == type }?.produce
  }

  var key: String? { source.attributes.key }
}

extension DragError {
  /// Names the file in front of what the system says.
  fileprivate func about(_ content: ItemProvider.Representation.Content) -> DragError {
    guard case .file(let path) = content else { return self }
    var error = self
    error.message = "\(path): \(message)"
    return error
  }
}
