internal import BoardModel
internal import GtkKit
internal import PictureDecoding

/// The thumbnails of cards, each made once.
final class CardPictures {
  private let store: BoardStore
  /// Nil for a picture that cannot be decoded: trying it again could take just as long.
  private var known: [Source: Texture?] = [:]
  private var making: [Source: Making] = [:]
  /// Where the pictures of cards are that are known; editing a card changes that.
  private var sources: [CardID: Source] = [:]
  /// In their order, to forget the oldest.
  private var order: [Source] = []
  private var bytes = 0

  /// The largest picture that is decoded for a thumbnail, in bytes.
  private nonisolated static let largest = 64 << 20
  /// The most bytes of thumbnails that are kept.
  private static let mostBytes = 128 << 20
  private static let size = PictureSize(560, 400)

  init(_ store: BoardStore) {
    self.store = store
  }

  /// The picture, if it is made already.
  func known(for card: Card) -> Texture? {
    card.showsPicture ? sources[card.id].flatMap { known[$0] ?? nil } : nil
  }

  /// Forgets the pictures of changed cards.
  func forget(_ cards: [CardID]) {
    for card in cards { sources[card] = nil }
  }

  /// Forgets which pictures the cards have.
  func forgetAll() { sources = [:] }

  /// Makes the picture; nil where it cannot be decoded. When the tasks of all that want it are cancelled, it is not
  /// made.
  func load(for card: Card) async -> Texture? {
    guard let contents = try? store.contents(of: card.id) else { return nil }
    let source = Source(contents: contents, cover: card.details.cover)
    sources[card.id] = source
    if let texture = known[source] { return texture }
    let one = making[source] ?? make(source, of: card)
    one.waiting += 1
    return await withTaskCancellationHandler {
      await one.task.value
    } onCancel: {
      Task { @MainActor in
        one.waiting -= 1
        guard one.waiting == 0 else { return }
        one.task.cancel()
        if making[source] === one { making[source] = nil }
      }
    }
  }

  private func make(_ source: Source, of card: Card) -> Making {
    let one = Making(
      Task { [weak self] in
        let picture = await Self.encoded(source.contents, of: card)
        guard let picture, !Task.isCancelled else { return nil }
        let texture = await Thumbnails.make(of: picture, Self.size)
        if !Task.isCancelled { self?.keep(texture, of: source) }
        return texture
      })
    making[source] = one
    return one
  }

  private func keep(_ texture: Texture?, of source: Source) {
    making[source] = nil
    guard known.updateValue(texture, forKey: source) == nil else { return }
    order.append(source)
    bytes += Self.cost(of: texture)
    while bytes > Self.mostBytes, order.count > 1 {
      bytes -= Self.cost(of: known.removeValue(forKey: order.removeFirst()) ?? nil)
    }
  }

  /// About how many bytes an entry has.
  private static func cost(of texture: Texture?) -> Int {
    (texture.map { $0.width * $0.height * 4 } ?? 0) + 1_024
  }

  /// Reads the picture on another thread.
  @concurrent private static func encoded(
    _ contents: StoredContents, of card: Card
  ) async -> BoardModel.Content? {
    if let cover = card.cover {
      return cover.size <= largest ? try? contents.read(cover) : nil
    }
    if card.kind == .geocache {
      let json = try? contents.read(Geocache.type).bytes(atMost: largest)
      return json.flatMap { try? Geocache(json: $0) }?.image.map { .bytes($0) }
    }
    guard let type = card.representations.first(where: { $0.type.hasPrefix("image/") })?.type,
      let content = try? contents.read(type), content.size <= largest
    else { return nil }
    return content
  }
}

/// Where the picture of a card is: in its content, or in the attachment that is its cover.
private struct Source: Hashable {
  let contents: StoredContents
  let cover: Int?
}

/// A picture that is being made.
private final class Making {
  let task: Task<Texture?, Never>
  /// How many wait for it.
  var waiting = 0

  init(_ task: Task<Texture?, Never>) { self.task = task }
}
