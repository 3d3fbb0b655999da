internal import DragClient
internal import DragModel
internal import GtkKit

/// The tiles of the shelf. They end with the shelf.
final class ShelfTiles {
  private(set) var sources: [ShelfSource] = []
  /// The items of each source that still have a tile.
  private var remaining: [String: Set<Int>] = [:]
  private let context: ShelfContext
  private var made = 0
  var onChange: @MainActor () -> Void = {}

  init(_ context: ShelfContext) {
    self.context = context
  }

  func items(of source: ShelfSource) -> [ShelfItem] {
    let kept = remaining[source.id] ?? []
    return source.items.filter { kept.contains($0.index) }
  }

  /// The items that are being offered, and get tiles then.
  private var coming = 0
  private var count: Int { remaining.values.reduce(coming) { $0 + $1.count } }

  private func newID() -> String {
    made += 1
    return "source-\(made)"
  }

  // MARK: Adding

  /// Reads a drop or the clipboard, and keeps it.
  func add(_ content: any IncomingContent) async throws {
    let id = newID()
    let reader = ShelfReader(content, context.client, context.spool, group: id)
    do {
      let record = try await reader.read()
      try await offer(record, id, isSensitive: reader.isSensitive)
      if !reader.isSensitive { await keep(record, id) }
    } catch {
      context.spool.remove(id)
      throw error
    }
  }

  /// Brings back what a shelf that was killed had. Files that are not there any more, or are others now, do not come.
  func restore(_ kept: [(group: String, record: ShelfRecord)]) async {
    for (id, record) in kept {
      var record = record
      let missing = await Self.missing(record)
      record.items = record.items.indices.filter { record.shown?.contains($0) ?? true }
        .map { record.items[$0] }
        .filter { item in !item.paths.contains(where: missing.contains) }
      record.shown = nil
      context.missing.report(missing.map { Array($0.utf8) })
      do {
        guard !record.items.isEmpty else { throw ShelfRefusal.nothingReadable }
        try await offer(record, id, isSensitive: false)
        await keep(record, id)
      } catch {
        context.spool.remove(id)
      }
    }
  }

  @concurrent private static func missing(_ record: ShelfRecord) async -> [String] {
    record.missing
  }

  private func offer(_ record: ShelfRecord, _ id: String, isSensitive: Bool) async throws {
    guard count + record.items.count <= ShelfSource.mostItems else { throw ShelfRefusal.tooMany }
    coming += record.items.count
    defer { coming -= record.items.count }
    var options = OfferingOptions()
    options.isPrivate = true
    options.isSensitive = isSensitive
    options.label = record.label
    // The offer ends with the shelf, even if the shelf is killed.
    options.linger = .zero
    let offering = try await context.client.offer(record.providers, options: options)
    do {
      let items = try await ShelfSource.items(of: offering.path, context.client)
      show(ShelfSource(id, .own(offering), items))
      follow(offering, id)
    } catch {
      // Nobody would ever withdraw it.
      Task { try? await offering.withdraw() }
      throw error
    }
  }

  private func keep(_ record: ShelfRecord, _ id: String) async {
    await context.spool.keep(record, for: id)
    // It may be removed by now.
    if source(id) == nil { context.spool.remove(id) }
  }

  /// A source with tiles, or one that undo can bring back.
  private func source(_ id: String) -> ShelfSource? {
    (sources + removed.map(\.source)).first { $0.id == id }
  }

  /// Removes the tiles when their offer ends, for example because a new dragd refuses it.
  private func follow(_ offering: Offering, _ id: String) {
    let events = offering.events
    Task { [weak self] in
      for await event in events {
        if case .released = event { self?.remove(sourceWithID: id) }
      }
    }
  }

  /// Shows the offer of another program.
  func add(_ request: ShelfRequest) async {
    let id = newID()
    do {
      let items = try await ShelfSource.items(of: request.offerPath, context.client)
      guard count + items.count <= ShelfSource.mostItems else { throw ShelfRefusal.tooMany }
      guard !request.isAnswered else { return }
      show(ShelfSource(id, .caller(request), items))
    } catch ShelfRefusal.tooMany {
      request.refuse(
        Rejection(
          .quotaExceeded,
          "the shelf has room for \(ShelfSource.mostItems) things: remove some first"))
    } catch let error as DragError {
      let isMissing = error.code == .noSuchOffer
      request.refuse(Rejection(isMissing ? .noSuchOffer : .stateUnavailable, error.message))
    } catch {
      request.refuse(Rejection(.stateUnavailable, "\(error)"))
    }
  }

  private func show(_ source: ShelfSource) {
    sources.insert(source, at: 0)
    remaining[source.id] = Set(source.items.map(\.index))
    onChange()
  }

  // MARK: Removing

  /// What was removed last and can come back, with its place.
  private var removed: [(source: ShelfSource, items: Set<Int>, place: Int)] = []
  private var forgetting: Task<Void, Never>?

  /// Removes tiles, and ends a source that has none left.
  ///
  /// - Returns: whether `undoRemoval()` brings them back. What another program has passed is still there.
  @discardableResult
  func remove(_ items: [ShelfItem], of source: ShelfSource) -> Bool {
    remove([(source, Set(items.map(\.index)))])
  }

  /// Removes all tiles.
  @discardableResult
  func removeAll() -> Bool { remove(sources.map { ($0, remaining[$0.id] ?? []) }) }

  private func remove(_ tiles: [(source: ShelfSource, items: Set<Int>)]) -> Bool {
    forgetRemoved()
    let places = sources.map(\.id)
    for (source, items) in tiles {
      remaining[source.id]?.subtract(items)
      let isEmpty = remaining[source.id]?.isEmpty ?? true
      guard case .own = source.origin else {
        if isEmpty { end(source) }
        continue
      }
      if isEmpty { sources.removeAll { $0 === source } }
      removed.append((source, items, places.firstIndex(of: source.id) ?? 0))
      noteShown(source)
    }
    onChange()
    guard !removed.isEmpty else { return false }
    forgetting = Task { [weak self] in
      try? await Task.sleep(for: Self.grace)
      if !Task.isCancelled { self?.forgetRemoved() }
    }
    return true
  }

  /// Whether something that was removed can come back.
  var canUndo: Bool { !removed.isEmpty }

  /// Brings back what was removed last.
  func undoRemoval() {
    forgetting?.cancel()
    for (source, items, place) in removed {
      if !sources.contains(where: { $0 === source }) {
        sources.insert(source, at: min(place, sources.count))
      }
      remaining[source.id, default: []].formUnion(items)
      noteShown(source)
    }
    removed = []
    onChange()
  }

  /// Ends what undo could bring back.
  private func forgetRemoved() {
    forgetting?.cancel()
    let old = removed.map(\.source)
    removed = []
    for source in old where !sources.contains(where: { $0 === source }) { end(source) }
  }

  /// Notes for a later shelf which items have tiles.
  private func noteShown(_ source: ShelfSource) {
    let shown = remaining[source.id] ?? []
    Task { await context.spool.note(shown: shown.sorted(), for: source.id) }
  }

  /// Ends everything.
  func endAll() {
    forgetRemoved()
    for source in sources { end(source) }
    onChange()
  }

  /// Removes the tiles of a program that has left the bus.
  func remove(from caller: String) {
    for source in sources {
      if case .caller(let request) = source.origin, request.caller == caller { end(source) }
    }
    onChange()
  }

  /// Ends the sources of other programs: dragd has ended, and with it their offers. The shelf offers its own drops
  /// again.
  func refuseOfCallers() {
    for source in sources {
      guard case .caller(let request) = source.origin else { continue }
      request.refuse(Rejection(.stateUnavailable, "dragd, which held the content, has ended"))
      end(source)
    }
    onChange()
  }

  private func remove(sourceWithID id: String) {
    guard let source = source(id) else { return }
    removed.removeAll { $0.source === source }
    end(source)
    onChange()
  }

  /// Notes that a tile was dragged out and a destination got its content.
  func noteDrag(of source: ShelfSource) {
    source.wasDragged = true
    guard case .caller(let request) = source.origin, request.endsAfterDrag else { return }
    end(source)
    onChange()
  }

  private func end(_ source: ShelfSource) {
    sources.removeAll { $0 === source }
    remaining[source.id] = nil
    switch source.origin {
    case .own(let offering): Task { try? await offering.withdraw() }
    case .caller(let request): request.answer(wasDragged: source.wasDragged)
    case .clipboard: break
    }
    let spool = context.spool
    guard source.wasDragged else { return spool.remove(source.id) }
    // A file manager copies files after the drop.
    Task {
      try? await Task.sleep(for: Self.grace)
      spool.remove(source.id)
    }
  }

  /// How long files of bytes stay after their tile, once they were dragged out.
  private static let grace: Duration = .seconds(60)

  /// Whether the shelf has bytes that are not files and were not dragged out yet.
  var hasOnlyCopies: Bool {
    sources.contains { source in
      guard case .own = source.origin, !source.wasDragged else { return false }
      return items(of: source).contains { $0.fileURIs.isEmpty }
    }
  }
}
