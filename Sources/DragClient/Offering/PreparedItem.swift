internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// An item that can be published several times.
struct PreparedItem: Sendable {
  typealias Producer = @Sendable (RepresentationWriter) async throws -> Void

  let source: SourceItem
  private var producers: [(type: MIMEType, produce: Producer)] = []

  /// The most bytes in a message; more goes into a file in memory.
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
      representations.append(
        Representation(
          type: type, visibility: Visibility(rawValue: one.visibility.rawValue) ?? .all,
          content: try Self.content(one.content)))
    }
    source = SourceItem(
      attributes: ItemAttributes(
        name: provider.suggestedName, key: provider.key, local: local),
      representations: representations)
  }

  private static func content(
    _ content: ItemProvider.Representation.Content
  ) throws(DragError) -> SourceContent {
    switch content {
    case .bytes(let bytes) where bytes.count <= inlineLimit: return .data(bytes)
    case .bytes(let bytes):
      do throws(SystemError) {
        return .file(SharedDescriptor(try Memfd.create("dragd-client", containing: bytes)))
      } catch {
        throw DragError(error)
      }
    case .file(let path): return .file(try file(at: path))
    case .lazy(let size, _): return .lazy(size: size)
    }
  }

  private static func file(at path: String) throws(DragError) -> SharedDescriptor {
    do throws(SystemError) {
      if let file = try FilePath.openRegularFile(Array(path.utf8)) {
        return SharedDescriptor(file)
      }
    } catch {
      var error = DragError(error)
      error.message = "\(path): \(error.message)"
      throw error
    }
    throw DragError(
      .invalidDescriptor,
      "\(path) is a pipe, socket, device or directory: only a regular file can be offered")
  }

  func producer(of type: MIMEType) -> Producer? {
    producers.first { $0.type == type }?.produce
  }

  var key: String? { source.attributes.key }
}
