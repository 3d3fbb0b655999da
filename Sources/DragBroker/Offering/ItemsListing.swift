internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Answers a call of GetItems. To write ten thousand representations takes ten milliseconds, so it is done in the
/// caller's turns.
final class ItemsListing {
  private let call: Call
  private let offer: Identifier
  private let caller: Party
  private let context: BrokerContext
  private let reply: ShownItemsReply
  /// The items that are not in the reply yet.
  private var left: Range<Int>
  private let room: UnfinishedReplies.Room?

  init(
    _ call: Call, _ items: Range<Int>, of offer: Identifier, for caller: Party,
    in room: UnfinishedReplies.Room?, _ context: BrokerContext
  ) throws(BusError) {
    self.call = call
    self.offer = offer
    self.caller = caller
    self.context = context
    self.room = room
    left = items
    reply = try ShownItemsReply()
  }

  /// Writes some of the items, or all of them if there is no room for an unfinished reply.
  ///
  /// - Returns: whether the call is answered: with the items, or with the error if the offer has ended meanwhile.
  func advance() -> Bool {
    let deadline = room == nil ? .max : Clock.monotonic + Turns.step
    while let index = left.popFirst() {
      do throws(Rejection) {
        let item = try context.withModel { model throws(Rejection) in
          try model.item(index, of: offer, for: caller)
        }
        guard append(item) else { return true }
      } catch {
        call.refuse(error)
        return true
      }
      guard left.isEmpty || Clock.monotonic < deadline else { return false }
    }
    call.send(reply.message(to: call.address))
    return true
  }

  /// Refuses the call if the item does not fit.
  private func append(_ item: Item<ShownRepresentation>) -> Bool {
    do throws(BusError) {
      try reply.append(item)
      return true
    } catch {
      call.refuse(error)
      return false
    }
  }
}

/// The room for replies that are written in steps. Their callers would else make dragd keep one for each connection.
final class UnfinishedReplies {
  private static let most: UInt64 = 8 << 20
  private var bytes: UInt64 = 0

  /// Room that is given back with its last reference.
  final class Room {
    private let replies: UnfinishedReplies
    private let bytes: UInt64

    fileprivate init(_ bytes: UInt64, of replies: UnfinishedReplies) {
      self.bytes = bytes
      self.replies = replies
      replies.bytes += bytes
    }

    deinit { replies.bytes -= bytes }
  }

  /// Nil if there is none left.
  func reserve(_ bytes: UInt64) -> Room? {
    bytes <= Self.most - self.bytes ? Room(bytes, of: self) : nil
  }
}
