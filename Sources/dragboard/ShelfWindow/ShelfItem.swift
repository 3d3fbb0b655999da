internal import BoardModel
internal import DragClient
internal import DragModel
internal import DragSystem
internal import Translations

/// One item on the shelf or in the clipboard's history.
struct ShelfItem: Sendable {
  /// Its index in its offer.
  let index: Int
  /// The file name that its source suggests.
  let name: String?
  /// Best first.
  let types: [String]
  let sizes: [String: UInt64]
  /// The `file:` URIs of a list of files; empty for bytes.
  let fileURIs: [String]
  /// Those files, as they were when the shelf got the list; nil for one that was not there.
  let files: [FileKey?]

  nonisolated static let uriList = "text/uri-list"
  /// The most bytes of a list that is read.
  private static let longestList: UInt64 = 1 << 20

  /// From an item of an offer; reads the list of files, unless its source may run in a sandbox: then it names none.
  init(_ item: OfferedItem) async throws {
    index = item.index
    name = item.suggestedName
    types = item.representations.map(\.type)
    var sizes: [String: UInt64] = [:]
    for one in item.representations { sizes[one.type] = one.size }
    self.sizes = sizes
    let list = item.representations.first { $0.type == Self.uriList }
    guard !item.offered.isFromSandbox, let list, list.isHeld, list.size ?? .max <= Self.longestList
    else {
      (fileURIs, files) = ([], [])
      return
    }
    let uris = FileURI.uris(inList: try await item.bytes([Self.uriList]))
    fileURIs = uris.filter { FileURI.path(of: $0) != nil }.map {
      String(decoding: $0, as: UTF8.self)
    }
    files = await Self.files(at: fileURIs)
  }

  /// Runs on another thread, because a file system may hang.
  @concurrent private static func files(at uris: [String]) async -> [FileKey?] {
    uris.map { uri in
      guard let path = FileURI.path(of: Array(uri.utf8)) else { return nil }
      return ((try? FileStatus.of(path: path)) ?? nil)?.identity.key
    }
  }

  /// Whether the item is a folder, or another file that has only an address.
  var isAddressOnly: Bool { types == [Self.uriList] && !fileURIs.isEmpty }

  /// Whether a board would attach it to a card.
  var isFile: Bool { !fileURIs.isEmpty || OfferedFiles.isFile(named: name, types) }

  var filePaths: [[UInt8]] { fileURIs.compactMap { FileURI.path(of: Array($0.utf8)) } }

  /// The type for icons and descriptions.
  var mainType: String {
    guard !isAddressOnly else { return "inode/directory" }
    let first = types.first ?? "application/octet-stream"
    // Programs list their own formats before the copied text.
    guard name == nil else { return first }
    return MainType.among(types) ?? first
  }

  /// Whether it has only the addresses of files.
  var hasAddresses: Bool { OfferedFiles.areAddresses(named: name, types) }

  /// Nil where it is not known.
  var size: UInt64? { hasAddresses ? nil : sizes[mainType] }
}

/// An offer whose items have tiles.
final class ShelfSource {
  enum Origin {
    /// Dropped or pasted here.
    case own(Offering)
    /// Passed by another program, for as long as it waits.
    case caller(ShelfRequest)
    /// An entry of the clipboard's history.
    case clipboard(String)
  }

  /// Never changes, unlike the path.
  let id: String
  let origin: Origin
  /// For an entry of the clipboard's history, at first only what the history says about it.
  var items: [ShelfItem]
  /// The files that were made of items' bytes, as they were then.
  var copies: [Int: (name: String, path: String, identity: FileIdentity)] = [:]
  /// Whether one of its tiles was dragged out and dropped.
  var wasDragged = false

  init(_ id: String, _ origin: Origin, _ items: [ShelfItem]) {
    self.id = id
    self.origin = origin
    self.items = items
  }

  /// The object path of the offer, which changes when dragd starts again.
  var path: String {
    switch origin {
    case .own(let offering): offering.path
    case .caller(let request): request.offerPath
    case .clipboard(let path): path
    }
  }

  /// The number of items that one source may have.
  nonisolated static let mostItems = 200

  /// Reads the items of an offer.
  static func items(of path: String, _ client: DragClient) async throws -> [ShelfItem] {
    let offered = try await client.offered(at: path)
    guard offered.itemCount <= mostItems else {
      throw ShelfRefusal.tooMany
    }
    var items: [ShelfItem] = []
    for item in try await offered.items() { items.append(try await ShelfItem(item)) }
    return items
  }
}

/// Why the shelf refuses a drop or paste.
enum ShelfRefusal: Error, CustomStringConvertible {
  case tooMany
  case nothingReadable
  case tooLarge
  case tooSlow

  var description: String {
    switch self {
    case .tooMany:
      translated(
        "The shelf has room for {count} things: remove some first", ["count": ShelfSource.mostItems]
      )
    case .nothingReadable: translated("It has no content that can be read")
    case .tooLarge:
      translated(
        "It has more than {count} MiB, and is not a file", ["count": ShelfLimits.bytes >> 20])
    case .tooSlow: translated("Its program did not deliver it in time")
    }
  }
}

/// The limits of one drop or paste.
nonisolated enum ShelfLimits {
  /// The most types that are read.
  static let types = 16
  /// The most bytes of all types together; files are not read but opened.
  static let bytes = 256 << 20
  /// The time for reading everything.
  static let time: Duration = .seconds(60)
  /// The time for the answer whether something is sensitive.
  static let hint: Duration = .seconds(2)
  /// The most bytes without a file in the cache folder.
  static let inMemory = 64 << 10
  /// The same of a text.
  static let text = 1 << 20
  /// The most bytes of a list of files.
  static let list = 1 << 20
}
