internal import BoardModel
internal import GtkKit

/// The thumbnails of cards, each made once, off the main thread.
final class CardPictures {
  private let store: BoardStore
  private var known: [StoredContents: Texture] = [:]
  private var loading: [StoredContents: Task<Texture?, Never>] = [:]
  /// The contents of the cards whose pictures are known; editing a card changes them.
  private var contents: [CardID: StoredContents] = [:]
  /// In their order, to forget the oldest.
  private var order: [StoredContents] = []

  /// The largest picture that is decoded for a thumbnail, in bytes.
  private nonisolated static let largest = 64 << 20
  private static let most = 400
  /// Decoding takes many times the size of a photo, and a list view shows hundreds of rows at once.
  private let semaphore = AsyncSemaphore(3)

  init(_ store: BoardStore) {
    self.store = store
  }

  /// The picture, if it is made already.
  func known(for card: Card) -> Texture? {
    card.hasPicture ? contents[card.id].flatMap { known[$0] } : nil
  }

  /// Forgets the pictures of changed cards.
  func forget(_ cards: [CardID]) {
    for card in cards { contents[card] = nil }
  }

  /// Makes the picture; nil where it cannot be decoded.
  ///
  /// - Parameter isWanted: called before decoding; returns whether the picture is still needed.
  func load(for card: Card, while isWanted: @MainActor () -> Bool) async -> Texture? {
    guard let contents = try? store.contents(of: card.id) else { return nil }
    self.contents[card.id] = contents
    if let texture = known[contents] { return texture }
    if let task = loading[contents] { return await task.value }
    return await semaphore.run { () async -> Texture? in
      if let texture = known[contents] { return texture }
      guard isWanted() else { return nil }
      return await make(contents, of: card)
    }
  }

  private func make(_ contents: StoredContents, of card: Card) async -> Texture? {
    let task =
      loading[contents]
      ?? Task {
        guard let bytes = await Self.encoded(contents, of: card) else { return nil }
        return await Texture.thumbnail(of: bytes, width: 560, height: 400)
      }
    loading[contents] = task
    let texture = await task.value
    loading[contents] = nil
    if let texture, known[contents] == nil {
      known[contents] = texture
      order.append(contents)
      if order.count > Self.most { known[order.removeFirst()] = nil }
    }
    return texture
  }

  /// Reads the picture's bytes on another thread.
  @concurrent private static func encoded(
    _ contents: StoredContents, of card: Card
  ) async -> [UInt8]? {
    if card.kind == .geocache {
      let json = try? contents.read(Geocache.type).bytes(atMost: largest)
      return json.flatMap { try? Geocache(json: $0) }?.image
    }
    guard let type = card.representations.first(where: { $0.type.hasPrefix("image/") })?.type
    else { return nil }
    return try? contents.read(type).bytes(atMost: largest)
  }
}
