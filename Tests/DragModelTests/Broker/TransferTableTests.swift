import DragModel
import Testing

/// Every state of a transfer × everything that can happen to it.
@Suite struct TransferTableTests {
  /// The states in the order of the table's rows. “ended” and “replied” show as running.
  enum Row: String, CaseIterable {
    case pending, running, replied, ended, delivered, finished, failed, cancelled
  }

  enum Column: String, CaseIterable {
    case moved, movedTooFar, endedShort, ended, replied, miscounted, sourceFailed
    case destinationClosed, finish, finishUnread, cancelled, sourceLeft, unanswered, destinationLeft
    case destinationLeftUnread, stalled, stopping
  }

  /// For a lazy stream of ten promised bytes: the state afterwards, and after a colon the error
  /// that a refused call gets. `-` stands for an input that changes nothing.
  static let table: [Row: [Column: String]] = [
    .pending: [
      .moved: "running", .movedTooFar: "failed", .endedShort: "running", .ended: "running",
      .replied: "pending", .miscounted: "pending", .sourceFailed: "failed",
      .destinationClosed: "cancelled", .finish: "pending:busy", .finishUnread: "pending:busy",
      .cancelled: "cancelled", .sourceLeft: "failed", .unanswered: "failed",
      .destinationLeft: "cancelled",
      .destinationLeftUnread: "cancelled", .stalled: "failed", .stopping: "cancelled",
    ],
    .running: [
      .moved: "running", .movedTooFar: "failed", .endedShort: "running", .ended: "running",
      .replied: "running", .miscounted: "running", .sourceFailed: "failed",
      .destinationClosed: "cancelled", .finish: "running:busy", .finishUnread: "running:busy",
      .cancelled: "cancelled", .sourceLeft: "failed", .unanswered: "failed",
      .destinationLeft: "cancelled",
      .destinationLeftUnread: "cancelled", .stalled: "failed", .stopping: "cancelled",
    ],
    .replied: [
      .moved: "running", .movedTooFar: "failed", .endedShort: "failed", .ended: "delivered",
      .replied: "running", .miscounted: "running", .sourceFailed: "failed",
      .destinationClosed: "cancelled", .finish: "running:busy", .finishUnread: "running:busy",
      .cancelled: "cancelled", .sourceLeft: "failed", .unanswered: "failed",
      .destinationLeft: "cancelled",
      .destinationLeftUnread: "cancelled", .stalled: "failed", .stopping: "cancelled",
    ],
    .ended: [
      .moved: "running", .movedTooFar: "running", .endedShort: "running", .ended: "running",
      .replied: "delivered", .miscounted: "failed", .sourceFailed: "failed",
      .destinationClosed: "cancelled", .finish: "running", .finishUnread: "running:busy",
      .cancelled: "cancelled", .sourceLeft: "failed", .unanswered: "failed",
      .destinationLeft: "cancelled",
      .destinationLeftUnread: "cancelled", .stalled: "failed", .stopping: "cancelled",
    ],
    .delivered: [
      .moved: "delivered", .movedTooFar: "delivered", .endedShort: "delivered",
      .ended: "delivered", .replied: "delivered", .miscounted: "delivered",
      .sourceFailed: "failed", .destinationClosed: "delivered", .finish: "finished",
      .finishUnread: "delivered:busy", .cancelled: "cancelled", .sourceLeft: "delivered",
      .unanswered: "delivered",
      .destinationLeft: "finished", .destinationLeftUnread: "cancelled", .stalled: "delivered",
      .stopping: "cancelled",
    ],
    .finished: [
      .moved: "finished", .movedTooFar: "finished", .endedShort: "finished", .ended: "finished",
      .replied: "finished", .miscounted: "finished", .sourceFailed: "finished",
      .destinationClosed: "finished", .finish: "finished", .finishUnread: "finished",
      .cancelled: "finished:operationNotAllowed", .sourceLeft: "finished", .unanswered: "finished",
      .destinationLeft: "finished", .destinationLeftUnread: "finished", .stalled: "finished",
      .stopping: "finished",
    ],
    .failed: [
      .moved: "failed", .movedTooFar: "failed", .endedShort: "failed", .ended: "failed",
      .replied: "failed", .miscounted: "failed", .sourceFailed: "failed",
      .destinationClosed: "failed", .finish: "failed:sourceFailed",
      .finishUnread: "failed:sourceFailed", .cancelled: "failed", .sourceLeft: "failed",
      .unanswered: "failed",
      .destinationLeft: "failed", .destinationLeftUnread: "failed", .stalled: "failed",
      .stopping: "failed",
    ],
    .cancelled: [
      .moved: "cancelled", .movedTooFar: "cancelled", .endedShort: "cancelled",
      .ended: "cancelled", .replied: "cancelled", .miscounted: "cancelled",
      .sourceFailed: "cancelled", .destinationClosed: "cancelled",
      .finish: "cancelled:cancelled", .finishUnread: "cancelled:cancelled",
      .cancelled: "cancelled", .sourceLeft: "cancelled", .unanswered: "cancelled",
      .destinationLeft: "cancelled",
      .destinationLeftUnread: "cancelled", .stalled: "cancelled", .stopping: "cancelled",
    ],
  ]

  @Test(arguments: Row.allCases, Column.allCases)
  func lazyStream(in row: Row, when column: Column) throws {
    var (world, transfer) = try Self.world(in: row)
    let before = try #require(world.state(transfer))
    var effects: [Effect] = []
    var refused = ""
    do throws(Rejection) {
      effects = try Self.happen(column, to: transfer, in: &world)
    } catch {
      refused = ":\(error.code.rawValue)"
    }
    let after = try #require(world.state(transfer))
    #expect(after.rawValue + refused == Self.table[row]?[column])

    // Every end happens once and both sides are told; an ended transfer does not change.
    let endings = effects.filter { if case .ended = $0 { true } else { false } }.count
    let stops = effects.filter { if case .stop = $0 { true } else { false } }.count
    let ends = !before.isTerminal && after.isTerminal
    #expect(stops == (ends ? 1 : 0))
    let sourceIsThere = column != .sourceLeft
    #expect(endings == (ends && sourceIsThere ? 1 : 0))
  }

  /// The bus may report the source's end first by the error reply to Provide, or first by NameOwnerChanged.
  @Test(arguments: [Row.pending, .running, .ended])
  func aSourceThatLeftIsReportedWithTypeAndBytesInEitherOrder(in row: Row) throws {
    let failures = try [Column.unanswered, .sourceLeft].map { first in
      var (world, transfer) = try Self.world(in: row)
      _ = try Self.happen(first, to: transfer, in: &world)
      _ = try Self.happen(
        first == .sourceLeft ? .unanswered : .sourceLeft, to: transfer, in: &world)
      return try world.broker.shown(transfer: transfer, to: World.destination.peer).failure
    }
    let bytes = [Row.running: 3, .ended: 10][row] ?? 0
    let expected = Rejection(
      .truncated, "text/plain: the source left the bus after \(bytes) of 10 bytes")
    #expect(failures == [expected, expected])
  }

  /// Brings a lazy stream of ten promised bytes into a state.
  static func world(in row: Row) throws(Rejection) -> (World, Identifier) {
    var world = World()
    let offer = try world.offer([.lazy(size: 10)])
    let accepted = try world.accept(offer) { $0.delivery = .stream }
    let id = accepted.transfers[0]
    let part = PartID(id, 0)
    switch row {
    case .pending:
      break
    case .running:
      try world.handle(.part(part, .transferred(total: 3)))
    case .replied:
      try world.handle(.part(part, .transferred(total: 3)))
      try world.handle(.part(part, .replied(bytes: 10)))
    case .ended:
      try world.handle(.part(part, .ended(total: 10)))
    case .delivered:
      try world.handle(.part(part, .ended(total: 10)))
      try world.handle(.part(part, .replied(bytes: nil)))
    case .finished:
      try world.handle(.part(part, .ended(total: 10)))
      try world.handle(.part(part, .replied(bytes: nil)))
      try world.handle(
        .finish(
          world.call(), transfer: id, caller: World.destination.peer, hasUnreadStream: false))
    case .failed:
      try world.handle(.part(part, .failed(Rejection(.sourceFailed, "no"))))
    case .cancelled:
      try world.handle(.cancel(transfer: id, caller: World.source.peer, reason: "no"))
    }
    return (world, id)
  }

  static func happen(
    _ column: Column, to id: Identifier, in world: inout World
  ) throws(Rejection) -> [Effect] {
    let part = PartID(id, 0)
    let destination = World.destination.peer
    switch column {
    case .moved: return try world.handle(.part(part, .transferred(total: 5)))
    case .movedTooFar: return try world.handle(.part(part, .transferred(total: 11)))
    case .endedShort: return try world.handle(.part(part, .ended(total: 9)))
    case .ended: return try world.handle(.part(part, .ended(total: 10)))
    case .replied: return try world.handle(.part(part, .replied(bytes: 10)))
    case .miscounted: return try world.handle(.part(part, .replied(bytes: 9)))
    case .sourceFailed:
      return try world.handle(.part(part, .failed(Rejection(.sourceFailed, "no"))))
    case .destinationClosed: return try world.handle(.part(part, .destinationClosed))
    case .finish, .finishUnread:
      return try world.handle(
        .finish(
          world.call(), transfer: id, caller: destination,
          hasUnreadStream: column == .finishUnread))
    case .cancelled:
      return try world.handle(.cancel(transfer: id, caller: destination, reason: "enough"))
    case .sourceLeft: return try world.handle(.peerLeft(World.source.peer, unread: []))
    case .unanswered: return try world.handle(.part(part, .sourceLeft))
    case .destinationLeft: return try world.handle(.peerLeft(destination, unread: []))
    case .destinationLeftUnread: return try world.handle(.peerLeft(destination, unread: [id]))
    case .stopping: return try world.handle(.stopping)
    case .stalled:
      world.pass(milliseconds: 60_000)
      // Just before the minute after which an ended transfer is forgotten.
      world.now.boottime -= 1
      return try world.handle(.timerFired)
    }
  }
}

extension TransferState {
  var isTerminal: Bool {
    switch self {
    case .pending, .running, .delivered: false
    case .finished, .failed, .cancelled: true
    }
  }
}
