internal import DisplaySelections
internal import DragSystem

/// Serves requestors that paste what this program owns: performs the actions of each `IncrementalWrite`.
final class ConversionServer {
  private let connection: XConnection
  private let atoms: ProtocolAtoms
  private let watched: WatchedWindows
  private let limits: SelectionLimits
  private let slice: Int
  private let sliceOfOne: Int
  private let loop: EventLoop
  private let pool: WorkerPool
  private var table: ConversionTable
  private var idsMade: UInt64 = 0
  var tell: ((SelectionEvent) -> Void)?
  /// Nil without a file.
  var record: ConversionRecord?
  private let lateEnds: LateEnds

  init(
    _ connection: XConnection, watched: WatchedWindows, limits: SelectionLimits, loop: EventLoop,
    pool: WorkerPool
  ) {
    self.connection = connection
    self.watched = watched
    self.limits = limits
    self.loop = loop
    self.pool = pool
    atoms = connection.server.atoms
    slice = min(limits.slice, connection.server.largestWrite)
    sliceOfOne = min(limits.sliceOfOne, connection.server.largestWrite)
    table = ConversionTable(
      total: limits.conversions, perClient: limits.conversionsPerClient,
      identifierMask: connection.server.identifierMask)
    lateEnds = LateEnds(connection, watched: watched, loop: loop)
    lateEnds.onEnd = { [weak self] in self?.record?.remove($0) }
  }

  var count: Int { table.count }

  /// The bytes of one conversion that may be in memory now. Always at least a page, which is worth a round trip.
  private var currentSlice: Int {
    guard count > 1 else { return sliceOfOne }
    return min(slice, max(limits.conversionMemory / count, 4_096))
  }

  func makeID() -> RequestID {
    idsMade += 1
    return RequestID(number: idsMade)
  }

  // MARK: From the program

  /// Starts a conversion and tells `event`, which the program answers with the content. Refuses it above the limits.
  func start(
    _ kind: Conversion.Kind, _ target: Atom, at place: Conversion.Place, reply: ConversionReply,
    index: Int,
    event: (RequestID) -> SelectionEvent
  ) {
    // Two conversions into one property would overwrite each other, so the earlier one fails.
    if let former = table[place] {
      advance(former) {
        $0.failed("the requestor asked again for the same property", isOfContent: false)
      }
    }
    lateEnds.forget(place)
    if !table.hasRoom(for: place.requestor) {
      guard let oldest = table.leastUrgent(for: place.requestor) else {
        return reply.refused(index)
      }
      advance(oldest) { $0.failed("other programs paste meanwhile", isOfContent: false) }
    }
    let conversion = Conversion(
      id: makeID(), place: place, target: target, kind: kind, reply: reply,
      index: index,
      slice: slice)
    table.insert(conversion)
    reply.conversions.append(conversion.id)
    // Before the first write, so that no deletion is missed.
    watched.watch(.requestor, place.requestor)
    setTimer(conversion)
    tell?(event(conversion.id))
  }

  func answer(
    _ request: RequestID, with content: consuming OwnedFileDescriptor, size: UInt64?,
    ended: @escaping (AnswerEnd) -> Void
  ) {
    let lane = Lane.xRequest(request.number)
    guard let conversion = table[request], conversion.ended == nil,
      conversion.state.waiting == .answer
    else {
      pool.close(content, lane: lane)
      return loop.next { ended(.failed("the request has ended")) }
    }
    conversion.ended = ended
    switch conversion.kind {
    case .content:
      conversion.content = ContentReader(content, lane: lane, pool: pool, loop: loop)
      advance(conversion) { $0.answered(size: size) }
    case .saving:
      pool.close(content, lane: lane)
      connection.writeProperty(
        conversion.place.property, of: conversion.place.requestor, type: atoms[.null], bytes: [])
      conversion.reply.served(conversion.index)
      // Ends now, because the requestor may leave as soon as it is told; the calling program hears of the end later.
      conversion.ended = { [loop] end in loop.next { ended(end) } }
      end(conversion, .complete(bytes: 0))
    }
  }

  func refuse(_ request: RequestID) {
    guard let conversion = table[request] else { return }
    conversion.ended = conversion.ended ?? { _ in }
    advance(conversion) { $0.refused() }
  }

  /// The connection has ended.
  func endAll(_ reason: String) {
    for conversion in table.all { end(conversion, .failed(reason)) }
  }

  /// Drops all callbacks; running conversions report nothing.
  func dropCallbacks() {
    for conversion in table.all { conversion.ended = nil }
    tell = nil
  }

  // MARK: Events

  func propertyDeleted(_ property: Atom, of window: Window) {
    let place = Conversion.Place(requestor: window, property: property)
    guard let conversion = table[place] else { return lateEnds.propertyDeleted(place) }
    advance(conversion) { $0.propertyDeleted() }
  }

  func propertyArrived(_ property: Atom, of window: Window) {
    lateEnds.propertyArrived(Conversion.Place(requestor: window, property: property))
  }

  func windowDied(_ window: Window) {
    for conversion in table.of(requestor: window) {
      advance(conversion) { $0.requestorDied() }
    }
    lateEnds.windowDied(window)
  }

  // MARK: Steps

  /// Tells a conversion what has happened, with the slice that it may have now, and performs what follows.
  private func advance(
    _ conversion: Conversion, _ input: (inout IncrementalWrite) -> IncrementalWrite.Action
  ) {
    conversion.state.slice = currentSlice
    // The memory is for those whose requestor waits.
    conversion.state.readsAhead = count == 1
    let isChunked = conversion.state.isChunked
    let action = input(&conversion.state)
    perform(action, conversion)
    guard isChunked, case .end = action else { return }
    let entry = ConversionRecord.Entry(
      state: .chunked, request: conversion.reply.request, place: conversion.place,
      target: conversion.target, lastStep: Clock.boottime)
    let id = makeID()
    record?.note(entry, as: id)
    endLater(entry, as: id)
  }

  /// Ends the wait of a requestor for chunks that do not come.
  func endLater(_ entry: ConversionRecord.Entry, as id: RequestID) {
    guard table[entry.place] == nil else {
      record?.remove(id)
      return
    }
    lateEnds.add(entry.place, type: entry.target, as: id)
  }

  private func perform(_ action: IncrementalWrite.Action, _ conversion: Conversion) {
    let place = conversion.place
    switch action {
    case .none: return
    case .read(let count): read(upTo: count, for: conversion)
    case .deliver:
      write(conversion)
      conversion.reply.served(conversion.index)
    case .announce(let size):
      // INCR gives a lower bound of the size. Some requestors read it as a signed number.
      connection.writeProperty(
        place.property, of: place.requestor, type: atoms[.incremental],
        words: [UInt32(min(size, UInt64(Int32.max)))])
      conversion.reply.served(conversion.index)
    case .send(let count):
      write(conversion)
      if let count { read(upTo: count, for: conversion) }
    case .waitForContent: break
    case .sendEnd(let end):
      write(conversion)
      return self.end(conversion, end)
    case .refuse(let end):
      conversion.reply.refused(conversion.index)
      return self.end(conversion, end)
    case .end(let end):
      // The other targets of a MULTIPLE may wait for this one.
      conversion.reply.refused(conversion.index)
      return self.end(conversion, end)
    }
    setTimer(conversion)
  }

  private func read(upTo count: Int, for conversion: Conversion) {
    conversion.content?.read(upTo: count) { [weak self] in self?.received($0, conversion) }
  }

  private func received(_ outcome: ContentReader.Outcome, _ conversion: Conversion) {
    switch outcome {
    case .bytes(let bytes):
      if conversion.buffer.isEmpty { conversion.buffer = bytes } else { conversion.buffer += bytes }
      advance(conversion) { $0.received(bytes.count, isEnd: bytes.isEmpty) }
    case .failed(let reason): advance(conversion) { $0.failed(reason) }
    case .nothingYet: break
    }
  }

  /// Writes the buffer as the property's value.
  private func write(_ conversion: Conversion) {
    // TEXT leaves the choice of the encoding to the owner.
    let type = conversion.target == atoms[.text] ? atoms[.utf8String] : conversion.target
    connection.writeProperty(
      conversion.place.property, of: conversion.place.requestor, type: type,
      bytes: conversion.buffer)
    conversion.buffer = []
  }

  /// From the reply to a MULTIPLE on, its requestor has the usual time for each conversion.
  func replied(_ reply: ConversionReply) {
    for id in reply.conversions {
      if let conversion = table[id] { setTimer(conversion) }
    }
  }

  private func setTimer(_ conversion: Conversion) {
    record?.note(conversion)
    conversion.timer?.cancel()
    let limit: UInt64
    switch conversion.state.waiting {
    case .answer: limit = conversion.kind == .saving ? limits.saving : limits.requestorContinues
    case .content: limit = limits.contentContinues
    // A requestor cannot continue before it got the reply.
    case .requestor:
      limit =
        conversion.reply.isOver
        ? limits.requestorContinues : limits.contentContinues + limits.requestorContinues
    case .finished:
      conversion.timer = nil
      return
    }
    conversion.timer = loop.after(microseconds: limit) { [weak self] in
      self?.advance(conversion) { $0.timeIsUp() }
    }
  }

  private func end(_ conversion: Conversion, _ end: AnswerEnd?) {
    guard table.remove(conversion) else { return }
    record?.remove(conversion.id)
    conversion.stop()
    watched.unwatch(.requestor, conversion.place.requestor)
    let ended = conversion.ended
    conversion.ended = nil
    if let ended {
      if let end { ended(end) }
    } else {
      tell?(.requestCancelled(conversion.id))
    }
  }
}
