internal import DragClient
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import GtkKit
internal import Translations

/// The services that drags of tiles and of history rows use.
struct ShelfContext {
  let client: DragClient
  let spool: ShelfSpool
  let portal: ShelfPortal
  let missing = MissingFiles()
}

/// Says which files are gone of which the shelf has only the addresses.
final class MissingFiles {
  /// Shows a message.
  var say: @MainActor (String) -> Void = { _ in }

  func report(_ paths: [[UInt8]]) {
    guard let path = paths.first else { return }
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    say(
      paths.count > 1
        ? translated("{count} of these are not there any more", ["count": paths.count])
        : translated(
          "“{name}” is not there any more",
          ["name": Printable.line(String(decoding: name, as: UTF8.self))]))
  }

  /// The paths that lead to nothing. Runs on another thread, because a file system may hang.
  @concurrent nonisolated static func among(_ paths: [[UInt8]]) async -> [[UInt8]] {
    paths.filter { ((try? FileStatus.of(path: $0)) ?? nil) == nil }
  }
}

/// The content of one tile for a drag or the clipboard.
enum ShelfDragContent {
  /// All representations, each made when a program requests it.
  ///
  /// - Parameters:
  ///   - items: of the source; several are given as a list of files.
  ///   - title: names the file that stands for bytes.
  static func provider(
    of items: [ShelfItem], in source: ShelfSource, _ context: ShelfContext, title: String?,
    isForDrag: Bool
  ) -> ContentProvider {
    var content: [ContentRepresentation] = []
    if items.count == source.items.count {
      content.append(
        ContentRepresentation(CardContent.offerType) { try await $0.write(source.path) })
      if items.allSatisfy(\.isFile) { content.append(OfferedFiles.mark) }
    }
    if items.count == 1, let item = items.first {
      content += single(item, source, context, title)
    } else {
      content += files(of: items, source, context, title)
    }
    return ContentProvider(content, forDrag: isForDrag)
  }

  /// Its own types in their order; bytes may stand as a file too, after all of them.
  private static func single(
    _ item: ShelfItem, _ source: ShelfSource, _ context: ShelfContext, _ title: String?
  ) -> [ContentRepresentation] {
    var content: [ContentRepresentation] = []
    for type in item.types {
      if type == ShelfItem.uriList, !item.fileURIs.isEmpty {
        content += files(of: [item], source, context, title)
      } else {
        content.append(
          ContentRepresentation(type) { try await write(item, type, of: source, context, to: $0) })
      }
    }
    if !item.types.contains(ShelfItem.uriList), ShelfTypes.standsAsFile(item) {
      content += files(of: [item], source, context, title)
    }
    return content
  }

  private static func files(
    of items: [ShelfItem], _ source: ShelfSource, _ context: ShelfContext, _ title: String?
  ) -> [ContentRepresentation] {
    let files = ShelfFiles(items, source, context, title)
    let list = ContentRepresentation(ShelfItem.uriList) { writer in
      let uris = try await files.uris()
      try await writer.write(uris.map { "\($0)\r\n" }.joined())
    }
    guard context.portal.isThere else { return [list] }
    let portal = ContentRepresentation(ShelfPortal.type) { writer in
      let key = try await context.portal.register(try await files.opened())
      // GTK ends the key with a NUL too.
      try await writer.write(Array(key.utf8) + [0])
    }
    return [portal, list]
  }

  /// Copies a representation from dragd.
  private static func write(
    _ item: ShelfItem, _ type: String, of source: ShelfSource, _ context: ShelfContext,
    to writer: ContentWriter
  ) async throws {
    let offered = try await load(item, of: source, context.client)
    for try await chunk in offered.chunks([type]) { try await writer.write(chunk) }
  }

  static func load(
    _ item: ShelfItem, of source: ShelfSource, _ client: DragClient
  ) async throws -> OfferedItem {
    let path = source.path
    let items: [OfferedItem]
    do {
      items = try await client.offered(at: path).items()
    } catch {
      guard error.code == .noSuchOffer, try await isPublishedAnew(source, after: path) else {
        throw error
      }
      items = try await client.offered(at: source.path).items()
    }
    guard items.indices.contains(item.index) else { throw ShelfRefusal.nothingReadable }
    return items[item.index]
  }

  /// Waits while a dragd that has just started gets the shelf's own offers again.
  private static func isPublishedAnew(_ source: ShelfSource, after path: String) async throws
    -> Bool
  {
    guard case .own = source.origin else { return false }
    for _ in 0..<50 where source.path == path { try await Task.sleep(for: .milliseconds(100)) }
    return source.path != path
  }
}

/// The files of items. It makes files of bytes once, when a program requests them.
final class ShelfFiles {
  private let items: [ShelfItem]
  private let source: ShelfSource
  private let context: ShelfContext
  private let title: String?
  private var copies: [Int: Task<String, any Error>] = [:]

  init(_ items: [ShelfItem], _ source: ShelfSource, _ context: ShelfContext, _ title: String?) {
    self.items = items
    self.source = source
    self.context = context
    self.title = title
  }

  func uris() async throws -> [String] {
    var uris: [String] = []
    var missing: [[UInt8]] = []
    for item in items {
      let gone = await MissingFiles.among(item.filePaths)
      if item.isAddressOnly {
        missing += gone
        uris += zip(item.fileURIs, item.filePaths).filter { !gone.contains($0.1) }.map(\.0)
      } else if item.fileURIs.isEmpty || !gone.isEmpty {
        // dragd still has the content of a file that was deleted since.
        uris.append(FileURI.uri(absolutePath: Array(try await copy(of: item).utf8)))
      } else {
        uris += item.fileURIs
      }
    }
    context.missing.report(missing)
    guard !uris.isEmpty else { throw ShelfRefusal.nothingReadable }
    return uris
  }

  /// The open files, for a program that may not open them itself. A path may lead to another file by now, which nobody
  /// has put on the shelf: then it is what dragd still has.
  func opened() async throws -> [SharedDescriptor] {
    var files: [SharedDescriptor] = []
    for item in items {
      if let own = await Self.open(item.filePaths, item.files) {
        files += own
      } else {
        guard !item.isAddressOnly else {
          context.missing.report(await MissingFiles.among(item.filePaths))
          throw ShelfRefusal.nothingReadable
        }
        files.append(try await Self.open(Array(try await copy(of: item).utf8)))
      }
    }
    return files
  }

  // What follows runs on another thread, because a file system may hang.

  @concurrent private static func open(_ path: [UInt8]) async throws -> SharedDescriptor {
    SharedDescriptor(try FilePath.openForReading(path))
  }

  /// - Returns: nil without files, or where one of the paths does not lead to its file.
  @concurrent private static func open(
    _ paths: [[UInt8]], _ files: [FileKey?]
  ) async -> [SharedDescriptor]? {
    var opened: [SharedDescriptor] = []
    for (path, file) in zip(paths, files) {
      // Only files that were there are opened: nobody may ever write into a FIFO.
      guard ((try? FileStatus.of(path: path)) ?? nil)?.identity.key == file,
        let descriptor = try? FilePath.openForReading(path),
        let status = try? FileStatus(of: descriptor), status.identity.key == file
      else { return nil }
      opened.append(SharedDescriptor(descriptor))
    }
    return opened.isEmpty ? nil : opened
  }

  /// The path of a file with what dragd has.
  private func copy(of item: ShelfItem) async throws -> String {
    let copy = copies[item.index] ?? Task { try await spooled(item) }
    copies[item.index] = copy
    do {
      return try await copy.value
    } catch {
      copies[item.index] = nil
      throw error
    }
  }

  private func spooled(_ item: ShelfItem) async throws -> String {
    guard let type = ShelfTypes.fileType(of: item) else { throw ShelfRefusal.nothingReadable }
    let name = ShelfTypes.fileName(of: item, title: title, type: type)
    // Each drag and each copy asks anew, and all would fill the room of the shelf with the same bytes.
    let known = source.copies[item.index]
    if let known, known.name == name, await Self.identity(known.path) == known.identity {
      return known.path
    }
    let offered = try await ShelfDragContent.load(item, of: source, context.client)
    let loaded = try await offered.loading([type]).load()
    let path = try await context.spool.place(
      name, for: source.id, bytes: Int(clamping: loaded.size)
    ) { try await loaded.save(to: $0) }
    source.copies[item.index] = await Self.identity(path).map { (name, path, $0) }
    return path
  }

  @concurrent private static func identity(_ path: String) async -> FileIdentity? {
    ((try? FileStatus.of(path: Array(path.utf8))) ?? nil)?.identity
  }
}
