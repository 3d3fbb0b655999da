internal import DragConnection
internal import DragModel
internal import DragProtocol

/// The objects of a kind that dragd lists, for the tasks that follow them.
final class ListedObjects<Object: ListedObject> {
  /// In the order in which they came; nil until dragd has listed them.
  private var objects: [Object]?
  private var listeners: [UInt64: ([Object]) -> Void] = [:]
  private var ends: [UInt64: () -> Void] = [:]
  private var isFollowing = false
  /// Whether the bus has gone: no list comes any more.
  private var isOver = false
  /// Counts the requests for the list; only the last one's reply is used.
  private var asked = 0

  private let follow:
    (BrokerConnection, @escaping (ListChange<Object>) -> Void) throws(RequestError) -> Void

  /// - Parameter follow: adds the match rules for the changes.
  init(
    _ follow:
      @escaping (BrokerConnection, @escaping (ListChange<Object>) -> Void) throws(RequestError) ->
      Void
  ) {
    self.follow = follow
  }

  private func tell() {
    guard let objects else { return }
    for listener in listeners.values { listener(objects) }
  }

  func remove(_ number: UInt64) {
    listeners[number] = nil
    ends[number] = nil
  }

  func endAll() {
    isOver = true
    for end in ends.values { end() }
    listeners = [:]
    ends = [:]
  }

  /// Adds a listener, and calls it at once when the list is known.
  func add(
    _ number: UInt64, _ engine: Engine, _ listener: @escaping ([Object]) -> Void,
    end: @escaping () -> Void
  ) {
    guard !isOver else { return end() }
    listeners[number] = listener
    ends[number] = end
    if let objects {
      listener(objects)
    } else if !isFollowing {
      isFollowing = true
      do throws(RequestError) {
        try follow(engine.connection) { [weak self, weak engine] change in
          if let self, let engine { apply(change, engine) }
        }
      } catch {
        // The rules are constants, so the connection has just ended, and that ends all listeners.
        return
      }
      load(engine)
    }
  }

  func ownerChanged(_ owner: String?, _ engine: Engine) {
    guard isFollowing else { return }
    if owner == nil {
      asked += 1
      objects = []
      tell()
    } else {
      objects = nil
      load(engine)
    }
  }

  private func load(_ engine: Engine) {
    asked += 1
    let number = asked
    engine.perform(timeout: nil) { () throws(RequestError) in
      try Object.all().startingNothing()
    } then: { [weak self] answer in
      self?.loaded(number, answer)
    }
  }

  private func loaded(_ number: Int, _ answer: Result<[Object], DragError>) {
    guard number == asked else { return }
    // Without a dragd, or with one that cannot list, there are none.
    objects = (try? answer.get()) ?? []
    tell()
  }

  private func apply(_ change: ListChange<Object>, _ engine: Engine) {
    // The requested list will contain every change that arrives before it.
    guard objects != nil else { return }
    switch change {
    case .added(let object):
      objects?.removeAll { $0.id == object.id }
      objects?.append(object)
      tell()
    case .removed(let id):
      guard let place = place(of: id) else { return }
      objects?.remove(at: place)
      tell()
    case .changed(let id):
      engine.perform(timeout: Session.usualTimeout) { () throws(RequestError) in
        try Object.properties(of: id).startingNothing()
      } then: { [weak self] answer in
        guard case .success(let properties) = answer else { return }
        self?.update(Object(id: id, properties: properties))
      }
    }
  }

  private func update(_ object: Object) {
    guard let place = place(of: object.id) else { return }
    objects?[place] = object
    tell()
  }

  private func place(of id: Identifier) -> Int? { objects?.firstIndex { $0.id == id } }
}

extension DragClient {
  /// Follows a list, see ``offers``.
  func follow<Object, Shown: Sendable>(
    _ list: @escaping @Sendable (Engine) -> ListedObjects<Object>,
    _ show: @escaping @Sendable ([Object]) -> [Shown]
  ) -> AsyncStream<[Shown]> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = session.number()
      let runs = session.run { engine in
        list(engine).add(number, engine) { objects in
          continuation.yield(show(objects))
        } end: {
          continuation.finish()
        }
      }
      if !runs { continuation.finish() }
      continuation.onTermination = { [session] _ in
        session.run { list($0).remove(number) }
      }
    }
  }
}
