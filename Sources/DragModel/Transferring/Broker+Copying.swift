// Copies that are made for a destination, of what a source writes or of its file: they are charged to the destination
// while they grow, and none waits for ever to be received.

extension Broker {
  /// What a copy gets before it asks: for most it is enough.
  static let firstRoom: UInt64 = 256 << 10
  /// A copy gets as much again as it has, up to this.
  static let mostRoomAtOnce: UInt64 = 64 << 20

  /// Refuses a plan with promises that have no room, before a byte comes. What comes is charged only then, for a
  /// promise costs nothing.
  func checkRoom(for plan: AcceptPlan) throws(Rejection) {
    var promised: UInt64 = 0
    for item in plan.items {
      for part in item.parts {
        if case .collect(let size?) = part.route { promised = promised.addingSaturated(size) }
      }
    }
    guard promised > 0 else { return }
    try check(Usage(heldBytes: promised), for: plan.destination)
  }

  /// Starts a part, with room for the beginning of its copy if it is copied.
  mutating func start(_ part: PartID, _ state: Part) -> Effect {
    guard state.route.needsReceive, let transfer = transfers[part.transfer] else {
      return .start(part, state.route, room: 0)
    }
    let wanted = min(state.promised ?? Self.firstRoom, Self.firstRoom)
    let room = min(wanted, heldBytesLeft(for: transfer.destination))
    setRoom(of: part, to: room)
    return .start(part, state.route, room: room)
  }

  /// A copy goes on only with more room; where none is left its transfer fails.
  mutating func roomWanted(_ part: PartID, at now: Instant) -> [Effect] {
    guard let transfer = transfers[part.transfer], !transfer.isOver,
      transfer.parts[part.index].isBeingCopied
    else { return [] }
    let room = transfer.parts[part.index].room
    let wanted = max(Self.firstRoom, min(room, Self.mostRoomAtOnce))
    let more = min(wanted, heldBytesLeft(for: transfer.destination))
    guard more > 0 else {
      do throws(Rejection) {
        try check(Usage(heldBytes: wanted), for: transfer.destination)
      } catch {
        let type = transfer.parts[part.index].type
        let why = Rejection(error.code, "\(type): no room for its copy: \(error.message)")
        return step(part.transfer, at: now) { $0.fail(why) }
      }
      return []
    }
    setRoom(of: part, to: room + more)
    return [.giveRoom(part, room + more)]
  }

  /// A copy takes less than it may.
  @discardableResult
  mutating func shrinkRoom(of part: PartID, to bytes: UInt64) -> [Effect] {
    guard let room = transfers[part.transfer]?.parts[part.index].room, bytes < room else {
      return []
    }
    setRoom(of: part, to: bytes)
    return []
  }

  private mutating func setRoom(of part: PartID, to bytes: UInt64) {
    guard let destination = transfers[part.transfer]?.destination,
      let before = transfers[part.transfer]?.setRoom(bytes, part: part.index), bytes != before
    else { return }
    if bytes > before {
      let more = Usage(heldBytes: bytes - before)
      charges.add(more, to: destination.account)
      charge(destination.peer) { $0.usage += more }
    } else {
      let less = Usage(heldBytes: before - bytes)
      charges.remove(less, from: destination.account)
      charge(destination.peer) { $0.usage -= less }
    }
  }

  // MARK: Receive

  /// Bytes have been handed on: by a destination that reads, where it reads them from a pipe.
  mutating func moved(_ part: PartID, total: UInt64, at now: Instant) -> [Effect] {
    if let transfer = transfers[part.transfer], transfer.parts[part.index].route.isStream {
      connections[transfer.destination.peer]?.lastProgress = now.awake
    }
    return step(part.transfer, at: now) { $0.moved(part: part.index, to: total, at: now) }
  }

  /// Until when a complete copy waits: a destination that gets on with any of its transfers loses none.
  func receiveDeadline(of transfer: Transfer) -> UInt64? {
    guard limits.receiveTimeout > 0, let since = transfer.unreceivedSince else { return nil }
    let progress = connections[transfer.destination.peer]?.lastProgress ?? 0
    return max(since, progress).addingSaturated(limits.receiveTimeout.inMicroseconds)
  }

  mutating func remindedOfReceive(_ id: Identifier, at now: Instant) -> [Effect] {
    guard let transfer = transfers[id], let deadline = receiveDeadline(of: transfer),
      deadline <= now.awake
    else { return [] }
    let limit = limits.receiveTimeout
    return step(id, at: now) { $0.notReceived(within: limit) }
  }
}
