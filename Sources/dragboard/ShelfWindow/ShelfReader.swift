internal import BoardModel
internal import DesktopTypes
internal import DragClient
internal import DragModel
internal import DragSystem
internal import GtkKit

/// Reads a drop or the clipboard for the shelf: opens files and reads all other content, which then outlives its
/// program.
final class ShelfReader {
  private let source: any IncomingContent
  private let client: DragClient
  private let spool: ShelfSpool
  /// The group of files in the cache folder.
  private let group: String
  private var bytesLeft = ShelfLimits.bytes
  /// Whether the source calls it sensitive: then it is never on the disk.
  private(set) var isSensitive: Bool
  /// The most bytes without a file in the cache folder.
  private var inMemory: Int { isSensitive ? ShelfLimits.bytes : ShelfLimits.inMemory }

  init(_ source: any IncomingContent, _ client: DragClient, _ spool: ShelfSpool, group: String) {
    self.source = source
    self.client = client
    self.spool = spool
    self.group = group
    isSensitive = source.types.contains(ShelfTypes.sensitivityHint)
  }

  /// Reads the content within the limits.
  func read() async throws -> ShelfRecord {
    let reading = Task { try await readUnlimited() }
    let limit = Task {
      try await Task.sleep(for: ShelfLimits.time)
      reading.cancel()
    }
    defer { limit.cancel() }
    do {
      return try await reading.value
    } catch is CancellationError {
      throw ShelfRefusal.tooSlow
    } catch let error as DragError where error.code == .cancelled {
      throw ShelfRefusal.tooSlow
    }
  }

  private func readUnlimited() async throws -> ShelfRecord {
    // GTK on X11 leaves out types without a slash, for which their owner answers all the same.
    if source is Clipboard, !isSensitive { isSensitive = try await hasHint() }
    if let content = try await offered() { return content }
    if let content = try await files() { return content }
    return ShelfRecord(items: [try await bytes()])
  }

  /// Whether the owner of the clipboard says that its content is sensitive, or does not answer. Some owners answer each
  /// request, with the content itself, which is read to its end: an owner that waits for that gives nothing else.
  ///
  /// - Throws: `ShelfRefusal` where that is too much.
  private func hasHint() async throws -> Bool {
    do {
      let (stream, _) = try await source.read(
        [ShelfTypes.sensitivityHint], within: ShelfLimits.hint)
      defer { stream.close() }
      let secret = Array("secret".utf8)
      var (start, length) = ([UInt8](), 0)
      while true {
        let chunk = try await stream.read(upTo: 1 << 18, within: ShelfLimits.hint)
        guard !chunk.isEmpty else { return start == secret }
        start += chunk.prefix(secret.count + 1 - start.count)
        length += chunk.count
        guard length <= ShelfLimits.bytes else { throw ShelfRefusal.tooLarge }
      }
    } catch is InputStream.Timeout {
      return true
    } catch let error as ShelfRefusal {
      throw error
    } catch {
      return false
    }
  }

  // MARK: Through dragd

  /// The content of an offer on dragd that the drop names; nil without one.
  private func offered() async throws -> ShelfRecord? {
    guard source.types.contains(CardContent.offerType) else { return nil }
    let path = try? await source.bytes(
      CardContent.offerType, atMost: 4096, within: InputStream.silenceLimit)
    guard let path,
      let offered = try? await client.offered(at: String(decoding: path, as: UTF8.self))
    else { return nil }
    guard offered.itemCount <= ShelfSource.mostItems else { throw ShelfRefusal.tooMany }
    isSensitive = isSensitive || offered.isSensitive
    var items: [ShelfRecord.Item] = []
    for item in try await offered.items() {
      var new = ShelfRecord.Item(name: item.suggestedName)
      for one in item.representations.prefix(ShelfLimits.types) {
        let namesFiles = offered.isFromSandbox && MIMEType.is(one.type, \.namesFiles)
        // As a list, it would be taken for files that a person has put on the shelf.
        let isText = namesFiles && MIMEType.essence(of: one.type) == ShelfItem.uriList
        guard isText || !namesFiles else { continue }
        try await register(item, one.type, as: isText ? ShelfTypes.text : one.type, with: &new)
      }
      if !new.representations.isEmpty { items.append(new) }
    }
    guard !items.isEmpty else { return nil }
    return ShelfRecord(label: offered.label.isEmpty ? nil : offered.label, items: items)
  }

  private func register(
    _ item: OfferedItem, _ offered: String, as type: String, with new: inout ShelfRecord.Item
  ) async throws {
    guard !new.representations.contains(where: { $0.type == type }) else { return }
    let loaded = try await item.loading([offered]).load()
    try count(Int(clamping: loaded.size))
    guard loaded.size > UInt64(inMemory) else {
      return new.add(type, .bytes(try await loaded.bytes()))
    }
    try spool.charge(Int(clamping: loaded.size), to: group)
    let path = try spool.place(item.fileName ?? "content", for: group)
    try await loaded.save(to: path)
    new.add(type, .copy(path: path))
  }

  // MARK: Files

  /// The files of a list; nil without a list, or for a list without files.
  private func files() async throws -> ShelfRecord? {
    guard source.types.contains(ShelfItem.uriList) else { return nil }
    let list = try await source.bytes(
      ShelfItem.uriList, atMost: ShelfLimits.list, within: InputStream.silenceLimit)
    let uris = FileURI.uris(inList: list)
    guard uris.contains(where: { FileURI.path(of: $0) != nil }) else { return nil }
    guard uris.count <= ShelfSource.mostItems else { throw ShelfRefusal.tooMany }
    return ShelfRecord(items: await Self.items(uris))
  }

  /// Runs on another thread, because a file system may hang.
  @concurrent private static func items(_ uris: [[UInt8]]) async -> [ShelfRecord.Item] {
    uris.map { uri in
      let path = FileURI.path(of: uri)
      let name = path.map {
        String(decoding: $0.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
      }
      var item = ShelfRecord.Item(
        name: name.flatMap { $0.isEmpty ? nil : FileName.shortened($0) })
      // A name that is not UTF-8 cannot be opened by text, so such an item has only its address.
      if let path, let text = String(validating: path, as: UTF8.self), let key = readableFile(path)
      {
        item.add(nil, .file(path: text, device: key.device, inode: key.inode))
      }
      item.add(ShelfItem.uriList, .bytes(uri + Array("\r\n".utf8)))
      return item
    }
  }

  /// The file, if dragd can hold it by its descriptor: a regular file that this process may read.
  nonisolated private static func readableFile(_ path: [UInt8]) -> FileKey? {
    guard let file = (try? FilePath.openRegularFile(path)) ?? nil else { return nil }
    return (try? FileStatus(of: file))?.identity.key
  }

  // MARK: Bytes

  /// One item of all types that can be read.
  private func bytes() async throws -> ShelfRecord.Item {
    var item = ShelfRecord.Item(name: ShelfTypes.fileName(among: source.types))
    var failure: (any Error)?
    for one in ShelfTypes.wanted(of: source.types) {
      do {
        try await read(one.offered, as: one.type, into: &item)
      } catch let error as InputStream.Timeout {
        // The program does not answer, and would not for other types.
        throw error
      } catch let error as ShelfRefusal {
        throw error
      } catch {
        try Task.checkCancellation()
        failure = error
      }
    }
    guard !item.representations.isEmpty else { throw failure ?? ShelfRefusal.nothingReadable }
    return item
  }

  private func read(_ offered: String, as type: String?, into item: inout ShelfRecord.Item)
    async throws
  {
    let (stream, _) = try await source.read([offered], within: InputStream.silenceLimit)
    defer { stream.close() }
    // A text is converted as a whole.
    let isText = type == ShelfTypes.text
    let inMemory = isText ? max(inMemory, ShelfLimits.text) : inMemory
    var bytes: [UInt8] = []
    var file: SpoolFile?
    while true {
      let chunk = try await stream.read(upTo: 1 << 18, within: InputStream.silenceLimit)
      if chunk.isEmpty { break }
      try Task.checkCancellation()
      try count(chunk.count)
      if let file {
        try spool.charge(chunk.count, to: group)
        try await file.write(chunk)
        continue
      }
      bytes += chunk
      guard bytes.count > inMemory else { continue }
      try spool.charge(bytes.count, to: group)
      let new = try SpoolFile(try spool.place("content", for: group))
      try await new.write(bytes)
      file = new
    }
    if let file {
      try await file.close()
      let unconverted = offered.contains("/") ? offered : ShelfTypes.text
      item.add(isText ? unconverted : type, .copy(path: file.path))
    } else if !bytes.isEmpty {
      item.add(type, .bytes(isText ? ShelfTypes.utf8(bytes, of: offered) : bytes))
    }
  }

  private func count(_ bytes: Int) throws {
    guard bytes <= bytesLeft else { throw ShelfRefusal.tooLarge }
    bytesLeft -= bytes
  }
}
