internal import DisplaySelections
internal import DragSystem

/// Requestors that wait for chunks that do not come: those of a killed program, and of content that has failed.
///
/// The protocol has no word for a failure, and a requestor without a time limit of its own (xclip) would wait for ever.
/// So each gets the empty chunk, which is also the end of whole content, but not before others have given up.
final class LateEnds {
  private enum State {
    /// Not known yet.
    case unknown
    /// Something is in the property, which the requestor takes first.
    case filled
    case waiting(LoopTimer)
  }

  private struct Wait {
    let id: RequestID
    let type: Atom
    var state: State
  }

  private static let most = 256

  private let connection: XConnection
  private let watched: WatchedWindows
  private let loop: EventLoop
  private var waits: [Conversion.Place: Wait] = [:]
  /// Called when a requestor is no longer to be ended.
  var onEnd: ((RequestID) -> Void)?

  init(_ connection: XConnection, watched: WatchedWindows, loop: EventLoop) {
    self.connection = connection
    self.watched = watched
    self.loop = loop
  }

  func add(_ place: Conversion.Place, type: Atom, as id: RequestID) {
    forget(place)
    guard waits.count < Self.most else {
      onEnd?(id)
      return
    }
    waits[place] = Wait(id: id, type: type, state: .unknown)
    watched.watch(.requestor, place.requestor)
    // The events of what this program has written itself come before the reply.
    connection.readProperty(place.property, of: place.requestor, upTo: 0) { [weak self] part in
      guard let self, waits[place]?.id == id else { return }
      guard let part else { return forget(place) }
      if part.type == 0 { wait(place) } else { waits[place]?.state = .filled }
    }
  }

  /// The requestor waits for something else now.
  func forget(_ place: Conversion.Place) {
    guard let wait = waits.removeValue(forKey: place) else { return }
    if case .waiting(let timer) = wait.state { timer.cancel() }
    watched.unwatch(.requestor, place.requestor)
    onEnd?(wait.id)
  }

  func propertyDeleted(_ place: Conversion.Place) {
    if case .filled = waits[place]?.state { wait(place) }
  }

  /// Another owner has written: the requestor has asked again.
  func propertyArrived(_ place: Conversion.Place) {
    switch waits[place]?.state {
    case .filled, .waiting: forget(place)
    case .unknown, nil: break
    }
  }

  func windowDied(_ window: Window) {
    for place in waits.keys where place.requestor == window { forget(place) }
  }

  private func wait(_ place: Conversion.Place) {
    let timer = loop.after(microseconds: PeerCopy.patience) { [weak self] in
      guard let self, let wait = waits[place] else { return }
      forget(place)
      connection.writeProperty(
        place.property, of: place.requestor, type: wait.type, bytes: [])
    }
    waits[place]?.state = .waiting(timer)
  }
}
