internal import BoardModel
internal import GtkKit
internal import Translations

/// Files that another program drags or has copied, to be attached to a card.
enum ReceivedFiles {
  private static let listType = "text/uri-list"
  /// The largest list in bytes.
  private static let longestList = 16 << 20
  /// Types that browsers add to the address of a page or picture, and that dragd and boards add to their own content.
  private static let typesOfOthers: Set<String> = [
    "text/html", "text/x-moz-url", CardContent.offerType, CardDescription.type,
  ]

  /// Whether content looks like files from a file manager, or says that it is an offer of files.
  static func areOnly(in content: some IncomingContent) -> Bool {
    content.types.contains(OfferedFiles.type) || areOnly(amongTypes: content.types)
  }

  /// Whether types are those of files from a file manager.
  static func areOnly(amongTypes types: [String]) -> Bool {
    arePart(of: types) && typesOfOthers.isDisjoint(with: types)
  }

  /// Whether content with these types has a list of files or addresses.
  static func arePart(of types: [String]) -> Bool { types.contains(listType) }

  /// The paths of the files in a list; empty where it has only addresses.
  static func paths(of content: some IncomingContent) async throws -> [String] {
    let bytes = try await content.bytes(
      listType, atMost: longestList, within: InputStream.silenceLimit)
    return try URIList.parse(bytes).compactMap { entry in
      if case .local(let path) = entry { path } else { nil }
    }
  }

  /// Copies files into the store.
  @concurrent static func files(
    at paths: [String], _ staging: Staging
  ) async throws -> [NewAttachment] {
    try paths.map { path throws(BoardError) in
      do throws(BoardError) {
        return try NewAttachment(fileAt: path).staged(by: staging)
      } catch {
        throw error.refusing(files: paths.count)
      }
    }
  }

  /// The files of a drop or of the clipboard. Other content becomes a file for each card that it would make.
  static func files(
    of content: some IncomingContent, _ staging: Staging
  ) async throws -> [NewAttachment] {
    if arePart(of: content.types) {
      let paths = try await paths(of: content)
      if !paths.isEmpty { return try await files(at: paths, staging) }
    }
    return try files(
      of: try await IncomingReader.cards(
        from: content, staging, by: CardReader(splittingLists: false)))
  }

  /// The contents of cards that can be attached.
  ///
  /// - Throws: `invalid` where there are none.
  static func files(of cards: [NewCard]) throws(BoardError) -> [NewAttachment] {
    let files = cards.compactMap { NewAttachment($0) }
    guard !files.isEmpty else {
      throw .invalid(
        field: translated("attachment"),
        reason: translated("it is not a file that can be attached"))
    }
    return files
  }
}

/// Attaches the files of a drop to a card. The window may be closed meanwhile.
final class AttachingDrop {
  private let drop: Drop
  private let card: CardID
  private let commands: BoardCommands

  init(_ drop: Drop, to card: CardID, _ commands: BoardCommands) {
    self.drop = drop
    self.card = card
    self.commands = commands
  }

  func start() {
    Task {
      do {
        try await attach()
      } catch {
        drop.finish([])
        commands.say(FailureText.of(error))
      }
    }
  }

  private func attach() async throws {
    if drop.types.contains(CardContent.offerType),
      let (_, items) = try await drop.offer(at: commands.bus)
    {
      // The source can end the drag: dragd transfers the files.
      drop.finish(.copy)
      let cards = try await OfferedFiles.cards(of: items, commands.board)
      let files = cards.compactMap { NewAttachment($0) }
      // What is no file, such as a link, is not lost.
      guard files.count == cards.count else { return add(cards) }
      attach(files)
      return
    }
    let paths = try await ReceivedFiles.paths(of: drop)
    guard !paths.isEmpty else { return makeCards() }
    let files = try await ReceivedFiles.files(at: paths, commands.board.store.staging)
    drop.finish(attach(files) ? .copy : [])
  }

  /// - Returns: whether the card has them now.
  @discardableResult
  private func attach(_ files: [NewAttachment]) -> Bool {
    let title = commands.board.card(card)?.shownTitle ?? ""
    let outcome = commands.perform(.attach(files, to: card)) { room in
      translated(
        count: files.count, one: "File attached to “{title}”",
        other: "{count} files attached to “{title}”", ["title": BoardCommands.short(title, room)])
    }
    commands.reveal([card])
    return outcome != nil
  }

  private func add(_ cards: [NewCard]) {
    guard let list = commands.board.card(card)?.list,
      let outcome = commands.perform(.addCards(cards, to: list, at: .before(card)))
    else { return }
    commands.reveal(outcome.cards)
  }

  /// Makes cards of a list that has only addresses.
  private func makeCards() {
    guard let list = commands.board.card(card)?.list else { return drop.finish([]) }
    DropReceiver(drop, .copy, ListPlace(list: list, next: card), commands).start()
  }
}

extension WantedType {
  /// Its content, as `read` gets it by the type on offer; nil if the content is not needed and does not arrive.
  @MainActor
  func content(_ read: @MainActor (String) async throws -> Content) async throws -> Content? {
    do {
      let content = try await read(offered)
      return isNeeded || content.size > 0 ? content : nil
    } catch {
      guard !isNeeded, !Task.isCancelled else { throw error }
      return nil
    }
  }
}
