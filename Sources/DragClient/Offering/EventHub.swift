internal import Synchronization

/// Distributes events to any number of listeners. The first listener also gets earlier events.
final class EventHub<Event: Sendable>: Sendable {
  private struct State {
    var listeners: [UInt64: AsyncStream<Event>.Continuation] = [:]
    var last: UInt64 = 0
    /// Nil after the first listener.
    var early: [Event]? = []
    /// The last event, for listeners that come after the end.
    var end: Event?
    var isOver = false
  }

  private let state = Mutex(State())
  /// How many events are kept; beyond that the oldest are dropped.
  private let limit: Int

  init(keeping limit: Int) {
    self.limit = limit
  }

  func send(_ event: Event) {
    let listeners = state.withLock { state in
      guard !state.isOver else { return [AsyncStream<Event>.Continuation]() }
      keep(event, in: &state)
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield(event) }
  }

  /// - Parameter end: the last event, if there is one. Whoever listens gets it, and whoever comes later.
  func close(_ end: Event? = nil) {
    let listeners = state.withLock { state in
      guard !state.isOver else { return [AsyncStream<Event>.Continuation]() }
      if let end { keep(end, in: &state) }
      state.end = end
      state.isOver = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners {
      if let end { listener.yield(end) }
      listener.finish()
    }
  }

  private func keep(_ event: Event, in state: inout State) {
    guard state.early != nil else { return }
    state.early?.append(event)
    if let count = state.early?.count, count > limit { state.early?.removeFirst() }
  }

  /// Events from now on; the first listener also gets the earlier ones.
  func stream() -> AsyncStream<Event> {
    AsyncStream(bufferingPolicy: .bufferingNewest(limit)) { continuation in
      let number = state.withLock { state in
        let early = state.early.take() ?? (state.isOver ? state.end.map { [$0] } ?? [] : [])
        for event in early { continuation.yield(event) }
        state.last += 1
        if !state.isOver { state.listeners[state.last] = continuation }
        if state.isOver { continuation.finish() }
        return state.last
      }
      continuation.onTermination = { [self] _ in
        _ = state.withLock { $0.listeners.removeValue(forKey: number) }
      }
    }
  }
}
