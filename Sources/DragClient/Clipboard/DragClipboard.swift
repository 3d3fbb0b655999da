internal import DragConnection
internal import DragModel
internal import DragProtocol

/// The desktop's clipboard, like Apple's `UIPasteboard`. `dragclip` connects it with dragd; the bus starts it for the
/// first call.
///
/// ```swift
/// try await client.clipboard.copy("words")
/// let texts = try await client.clipboard.paste(as: String.self)
/// for await content in client.clipboard.contents {
///   button.isEnabled = content?.offered.canLoad(["image/*"]) ?? false
/// }
/// ```
///
/// Every call fails with `noBroker` where there is no dragclip or no display, and with `accessDenied` in a sandbox.
public struct DragClipboard: Sendable {
  /// What programs fill and paste.
  public enum Selection: String, CaseIterable, Hashable, Sendable {
    /// By Ctrl+C and Ctrl+V.
    case clipboard
    /// By marking text and the middle button; a display may have none.
    case primary
  }

  /// The selection that this is.
  public let selection: Selection
  let client: DragClient

  var session: Session { client.session }

  var name: ClipboardSelection {
    switch selection {
    case .clipboard: .clipboard
    case .primary: .primary
    }
  }

  // MARK: Pasting

  /// What is there now; nil when nothing is, or nothing that dragd can offer.
  ///
  /// - Throws: `quotaExceeded` when dragclip may publish no further offer.
  public func content() async throws(DragError) -> ClipboardContent? {
    let name = name
    do throws(DragError) {
      let content = try await session.call { () throws(RequestError) in
        try .currentClipboard(CurrentCall(selection: name))
      }
      return ClipboardContent(
        offered: try await client.offered(content.offer), isSensitive: content.isSensitive,
        isCut: content.isCut)
    } catch {
      guard error.code == .noSuchOffer else { throw error }
      return nil
    }
  }

  /// Loads all that is there as values; none when the clipboard is empty.
  ///
  /// - Parameters:
  ///   - type: what to load.
  ///   - options: how long to wait.
  /// - Throws: as ``Offered/load(as:options:)``: `notAcceptable` when it has no such value.
  public func paste<Value: DragTransferable>(
    as type: Value.Type = Value.self, options: LoadingOptions = LoadingOptions()
  ) async throws(DragError) -> [Value] {
    try await content()?.offered.load(as: type, options: options) ?? []
  }

  /// The present content, and the new content after each change, at most ten times a second; a slow listener gets only
  /// the newest. The sequence ends when the connection to the bus is lost or the client is closed; without a dragclip
  /// the content is nil until one comes. Each call gives a sequence of its own.
  public var contents: AsyncStream<ClipboardContent?> {
    let name = name
    return values { event in
      switch event {
      case .changed(let change): change.selection == name
      case .came, .left: true
      case .historyChanged: false
      }
    } _: { () async throws(DragError) in
      try await content()
    } missing: {
      nil
    }
  }

  /// Empties it, whichever program owns it. The history keeps what it has.
  public func clear() async throws(DragError) {
    let name = name
    try await session.call { () throws(RequestError) in try .clearClipboard(name) }
  }

  // MARK: The history

  /// What was on the clipboard, the newest first.
  ///
  /// - Parameter count: how many at most; nil for all.
  public func history(_ count: Int? = nil) async throws(DragError) -> [ClipboardEntry] {
    let entries = try await session.call { () throws(RequestError) in
      try .clipboardHistory(count: count.map { UInt32(clamping: max($0, 1)) } ?? 0)
    }
    return entries.map { ClipboardEntry($0, client) }
  }

  /// The history, and the new one after each change, like ``contents``.
  public var histories: AsyncStream<[ClipboardEntry]> {
    values { event in
      switch event {
      case .historyChanged, .came, .left: true
      case .changed: false
      }
    } _: { () async throws(DragError) in
      try await history()
    } missing: {
      []
    }
  }

  /// Removes everything from the history, also what is pinned, also from the disk.
  public func forgetHistory() async throws(DragError) {
    try await session.call { () throws(RequestError) in try .forgetClipboard(nil) }
  }

  /// Whether dragclip reads nothing ahead and takes nothing into the history.
  public func isPaused() async throws(DragError) -> Bool {
    try await session.call { () throws(RequestError) in try .clipboardStatus() }.isPaused
  }

  /// Has dragclip take nothing into the history, or again.
  public func pause(_ isPaused: Bool = true) async throws(DragError) {
    try await session.call { () throws(RequestError) in try .pauseClipboard(isPaused) }
  }

  /// A sequence of what `read` returns at first and after each wanted event; `missing` while dragclip does not answer.
  private func values<Value: Sendable>(
    after isWanted: @escaping @Sendable (ClipboardEvent) -> Bool,
    _ read: @escaping @Sendable () async throws(DragError) -> Value,
    missing: @escaping @Sendable () -> Value
  ) -> AsyncStream<Value> {
    let events = session.clipboardEvents()
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        // The first event tells that dragclip is watched.
        for await event in events where event.map(isWanted) ?? true {
          do throws(DragError) {
            continuation.yield(try await read())
          } catch {
            if error.code == .disconnected { break }
            continuation.yield(missing())
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension DragClient {
  /// The desktop's clipboard.
  public var clipboard: DragClipboard { DragClipboard(selection: .clipboard, client: self) }

  /// The selection that marking text fills.
  public var primarySelection: DragClipboard { DragClipboard(selection: .primary, client: self) }
}
