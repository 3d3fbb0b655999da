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
    do {
      let read = try await ShelfReader(content, context.client, context.spool, group: id).read()
      guard count + read.items.count <= ShelfSource.mostItems else { throw ShelfRefusal.tooMany }
      coming += read.items.count
      defer { coming -= read.items.count }
      var options = OfferingOptions()
      options.isPrivate = true
      options.label = read.label
      // The offer ends with the shelf, even if the shelf is killed.
      options.linger = .zero
      let offering = try await context.client.offer(read.items, options: options)
      do {
        let items = try await ShelfSource.items(of: offering.path, context.client)
        show(ShelfSource(id, .own(offering), items))
        follow(offering, id)
      } catch {
        // Nobody would ever withdraw it.
        Task { try? await offering.withdraw() }
        throw error
      }
    } catch {
      context.spool.remove(id)
      throw error
    }
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

  /// Removes tiles, and ends a source that has none left.
  func remove(_ items: [ShelfItem], of source: ShelfSource) {
    remaining[source.id]?.subtract(items.map(\.index))
    if remaining[source.id]?.isEmpty ?? true { end(source) }
    onChange()
  }

  func removeAll() {
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
    guard let source = sources.first(where: { $0.id == id }) else { return }
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
