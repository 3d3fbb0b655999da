internal import DragConnection
internal import DragModel
internal import DragProtocol

/// What is on the clipboard.
public struct ClipboardContent: Sendable {
  /// A private offer of it. When a program copies something else, the offer stays for five seconds.
  public let offered: Offered
  /// Whether it is marked as a secret: show it to nobody, and keep it nowhere.
  public let isSensitive: Bool
  /// Whether a program that pastes the files is to move them itself.
  public let isCut: Bool

  /// What is on the clipboard, to call your own code with in a test. The properties say what each parameter means.
  public init(offered: Offered, isSensitive: Bool = false, isCut: Bool = false) {
    self.offered = offered
    self.isSensitive = isSensitive
    self.isCut = isCut
  }
}

/// What was on the clipboard.
public struct ClipboardEntry: Sendable, Identifiable {
  /// Its name, which it keeps as long as it is in the history.
  public let id: String
  /// The object path of a private offer of it; it may be another one after dragd or dragclip was restarted.
  public let path: String
  /// Its MIME types, best first.
  public let types: [String]
  /// The number of bytes of all types together.
  public let size: UInt64
  /// When it was copied, in microseconds since 1970.
  public let copied: UInt64
  /// Whether it stays until it is forgotten.
  public let isPinned: Bool

  private let offer: Identifier
  private let client: DragClient

  /// An entry to call your own code with in a test: it cannot be loaded, its requests fail with `disconnected`. The
  /// properties say what each parameter means.
  public init(
    _ id: String, types: [String], size: UInt64 = 0, copied: UInt64 = 0, isPinned: Bool = false
  ) {
    offer = .made
    client = .none
    path = offer.offerPath
    self.id = id
    self.types = types
    self.size = size
    self.copied = copied
    self.isPinned = isPinned
  }

  init(_ entry: HistoryEntry, _ client: DragClient) {
    offer = entry.offer
    self.client = client
    path = entry.offer.offerPath
    id = entry.id ?? path
    types = entry.types.map(\.description)
    size = entry.size
    copied = entry.copied
    isPinned = entry.isPinned
  }

  /// Its offer, to load it.
  ///
  /// - Throws: `noSuchOffer` when it has left the history.
  public func offered() async throws(DragError) -> Offered { try await client.offered(offer) }

  /// Puts it on the clipboard again.
  ///
  /// - Throws: `noSuchOffer` when it has left the history.
  public func copy(to selection: DragClipboard.Selection = .clipboard) async throws(DragError) {
    let call = CopyCall(
      offer: offer, selection: DragClipboard(selection: selection, client: client).name)
    try await client.session.call { () throws(RequestError) in try .copyToClipboard(call) }
  }

  /// Keeps it until it is forgotten, or no longer than the others.
  ///
  /// - Throws: `noSuchOffer` when it has left the history, `quotaExceeded` when too much is pinned.
  public func pin(_ isPinned: Bool = true) async throws(DragError) {
    let offer = offer
    try await client.session.call { () throws(RequestError) in
      isPinned ? try .pinClipboard(offer) : try .unpinClipboard(offer)
    }
  }

  /// Removes it from the history, also from the disk.
  ///
  /// - Throws: `noSuchOffer` when it has left the history.
  public func forget() async throws(DragError) {
    let offer = offer
    try await client.session.call { () throws(RequestError) in try .forgetClipboard(offer) }
  }
}
