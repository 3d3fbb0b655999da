// Copies that dragd makes for a destination, of a source's stream or file: the destination is charged for them while
// they grow, and a complete one waits for Receive with a limit.

extension Broker {
  /// Bytes that a copy may take before it asks for more: enough for most.
  static let firstRoom: UInt64 = 256 << 10
  /// A copy that asks gets as much again as it has, up to this many bytes.
  static let mostRoomAtOnce: UInt64 = 64 << 20

  /// Refuses a plan whose promised copies exceed the destination's quota, before a byte arrives. A promise costs
  /// nothing: the destination is charged only for what arrives.
  func checkRoom(for plan: AcceptPlan) throws(Rejection) {
    var promised: UInt64 = 0
    for item in plan.items {
      for part in item.parts {
        if case .collect(let size?) = part.route { promised = promised.addingSaturated(size) }
      }
    }
    guard promised > 0 else { return }
    try check(Usage(.heldBytes, promised), for: plan.destination)
  }

  /// The effect that starts a part; one that is copied gets its first room.
  mutating func start(_ part: PartID, _ state: Part) -> Effect {
    guard state.route.needsReceive, let transfer = transfers[part.transfer] else {
      return .start(part, state.route, room: 0)
    }
    let wanted = min(state.promised ?? Self.firstRoom, Self.firstRoom)
    let room = min(wanted, heldBytesLeft(for: transfer.destination))
    setRoom(of: part, to: room)
    return .start(part, state.route, room: room)
  }

  /// Gives a copy more room; if there is none, its transfer fails.
  mutating func giveRoom(to part: PartID, at now: Instant) -> [Effect] {
    guard let transfer = transfers[part.transfer], !transfer.isOver,
      transfer.parts[part.index].isBeingCopied
    else { return [] }
    let room = transfer.parts[part.index].room
    let wanted = max(Self.firstRoom, min(room, Self.mostRoomAtOnce))
    let more = min(wanted, heldBytesLeft(for: transfer.destination))
    guard more > 0 else {
      do throws(Rejection) {
        try check(Usage(.heldBytes, wanted), for: transfer.destination)
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

  private mutating func setRoom(of part: PartID, to bytes: UInt64) {
    guard let destination = transfers[part.transfer]?.destination,
      let before = transfers[part.transfer]?.setRoom(bytes, part: part.index)
    else { return }
    changeCharge(of: destination, from: before, to: bytes)
  }

  /// Charges a destination for the copies of a transfer, which took `before` bytes and may take `bytes` now.
  mutating func changeCharge(of destination: Party, from before: UInt64, to bytes: UInt64) {
    if bytes > before {
      let more = Usage(.heldBytes, bytes - before)
      charges.add(more, to: destination.account)
      changeConnection(of: destination.peer) { $0.usage += more }
    } else if bytes < before {
      let less = Usage(.heldBytes, before - bytes)
      charges.remove(less, from: destination.account)
      changeConnection(of: destination.peer) { $0.usage -= less }
    }
  }

  // MARK: Receive

  /// Until when a complete copy waits. Progress with any transfer of its destination prolongs the wait.
  func receiveDeadline(of transfer: Transfer) -> UInt64? {
    guard limits[.receiveTimeout] > 0, let since = transfer.unreceivedSince else { return nil }
    let progress = connections[transfer.destination.peer]?.lastProgress ?? 0
    return max(since, progress).addingSaturated(limits[.receiveTimeout].inMicroseconds)
  }

  mutating func checkReceiveDeadline(of id: Identifier, at now: Instant) -> [Effect] {
    guard let transfer = transfers[id], let deadline = receiveDeadline(of: transfer),
      deadline <= now.monotonic
    else { return [] }
    let limit = limits[.receiveTimeout]
    return step(id, at: now) { $0.notReceived(within: limit) }
  }
}
