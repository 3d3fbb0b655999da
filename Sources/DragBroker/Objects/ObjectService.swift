internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import ServiceLog

/// Serves ObjectManager, Properties and Introspectable, and sends the signals about listed objects (see `Listing`).
final class ObjectService {
  let context: BrokerContext
  let moves: MoveService
  private var listing = Listing()

  init(_ context: BrokerContext, _ moves: MoveService) {
    self.context = context
    self.moves = moves
  }

  /// Drops the complete reply to save memory.
  func forgetReply() { listing.reply = nil }

  // MARK: GetManagedObjects

  func list(_ call: Call) throws(Rejection) {
    guard call.expectsReply else { return }
    if listing.work == nil, listing.reply == nil { startListing() }
    if listing.work == nil {
      guard let reply = listing.reply else { return call.refuse(Self.tooLong) }
      return call.send(reply.message(to: call.address))
    }
    let caller = Listing.Caller(call: call, suspended: try context.suspend(call))
    if listing.work?.announcements.isEmpty == true {
      listing.work?.callers.append(caller)
    } else {
      // The caller may know of a change that the reply in work lacks.
      listing.laterCallers.append(caller)
    }
  }

  private func startListing(for callers: [Listing.Caller] = []) {
    do throws(BusError) {
      let objects =
        context.model.listed.map(ObjectPath.offer)
        + context.model.targets(named: "").map { .target($0.id) }
      listing.work = Listing.Work(
        reply: try ManagedObjectsReply(), objects: objects[...], callers: callers)
      continueListing()
    } catch {
      abandonListing()
    }
  }

  /// Appends some of the objects, and the rest in later turns of the loop.
  private func continueListing() {
    guard listing.work?.objects.isEmpty == false else { return sendReplies() }
    do throws(BusError) {
      try appendObjects(until: Clock.monotonic + Listing.slice)
    } catch {
      return abandonListing()
    }
    guard listing.work?.objects.isEmpty == false else { return sendReplies() }
    context.loop.next { [weak self] in self?.continueListing() }
  }

  private func appendObjects(until deadline: UInt64) throws(BusError) {
    var count = 0
    while let path = listing.work?.objects.popFirst() {
      try append(path)
      count += 1
      if count % 8 == 0, Clock.monotonic >= deadline { break }
    }
  }

  /// Appends an object in its present state. The removal of one that is gone is announced afterwards.
  private func append(_ path: ObjectPath) throws(BusError) {
    guard let reply = listing.work?.reply else { return }
    switch path {
    case .offer(let id):
      if let shown = try? context.withModel({ model throws(Rejection) in try model.shown(offer: id)
      }) {
        try reply.append(path, OfferProperties(shown))
      }
    case .target(let id):
      if let shown = try? context.withModel({ model throws(Rejection) in try model.shown(target: id)
      }) {
        try reply.append(path, TargetProperties(shown))
      }
    case .root, .transfer, .folder, .absent, .parent:
      break
    }
  }

  /// Sends the reply to all callers, no faster than the bus takes it.
  private func sendReplies() {
    // The pause may end after another listing has begun.
    guard let reply = listing.work?.reply, listing.work?.objects.isEmpty == true else { return }
    reply.finish()
    while let caller = listing.work?.callers.first {
      guard !context.bus.isBehind else {
        context.loop.pause(microseconds: Listing.pause) { [weak self] in self?.sendReplies() }
        return
      }
      listing.work?.callers.removeFirst()
      send(reply, to: caller)
    }
    endListing()
  }

  private func send(_ reply: ManagedObjectsReply, to caller: Listing.Caller) {
    guard context.resume(caller.suspended) else { return }
    let call = caller.call
    guard context.bus.restriction(of: call.peer.name) < .shortReplies else {
      return call.refuse(
        Rejection(
          .quotaExceeded,
          "\(call.peer.name) has not shown that it reads what it was sent: read the bus"))
    }
    call.send(reply.message(to: call.address))
  }

  /// Announces the changes since the listing began. Callers without a reply get the next one.
  ///
  /// - Parameter isWhole: whether the reply has all objects of the listing.
  private func endListing(isWhole: Bool = true) {
    guard let work = listing.work else { return }
    listing.work = nil
    if isWhole, work.announcements.isEmpty { listing.reply = work.reply }
    for each in work.announcements {
      context.bus.broadcast(each.signal, causedBy: each.cause?.name)
    }
    let callers = (work.callers + listing.laterCallers).filter(\.suspended.isWaiting)
    listing.laterCallers = []
    if !callers.isEmpty { startListing(for: callers) }
    context.updateTimers()
  }

  /// Refuses the callers: the objects do not fit into one message.
  private func abandonListing() {
    let callers = listing.work?.callers ?? []
    listing.work?.callers = []
    for caller in callers where context.resume(caller.suspended) {
      caller.call.refuse(Self.tooLong)
    }
    // The object that did not fit may have been the last.
    endListing(isWhole: false)
  }

  private static let tooLong = BusError(
    name: BusError.Name.limitsExceeded, message: "the objects do not fit into one message")

  /// Too many announcements wait: completes the reply now, for the first caller only.
  private func cutListingShort() {
    do throws(BusError) {
      try appendObjects(until: .max)
    } catch {
      return abandonListing()
    }
    if let reply = listing.work?.reply, let first = listing.work?.callers.first {
      listing.work?.callers.removeFirst()
      reply.finish()
      send(reply, to: first)
    }
    endListing()
  }

  /// Refuses the callers of GetManagedObjects that wait, because dragd is stopping.
  func refuseCallers() {
    let callers = (listing.work?.callers ?? []) + listing.laterCallers
    listing.work?.callers = []
    listing.laterCallers = []
    for caller in callers where context.resume(caller.suspended) {
      caller.call.refuse(Rejection(.cancelled, "dragd is stopping"))
    }
  }

  // MARK: Signals

  /// Sends a signal about a listed object to all peers.
  func broadcast(causedBy cause: Peer?, _ make: () throws(BusError) -> Message) {
    listing.reply = nil
    do throws(BusError) {
      let signal = try make()
      guard listing.work != nil else {
        return context.bus.broadcast(signal, causedBy: cause?.name)
      }
      listing.work?.announcements.append(Listing.Announcement(signal: signal, cause: cause))
      listing.work?.announcedBytes += signal.bodyLength
      if listing.work?.announcedBytes ?? 0 > Listing.mostAnnounced { cutListingShort() }
    } catch {
      context.log.error("a signal could not be sent: \(error.message)")
    }
  }

  /// Refuses a call that would cause a signal while peers have not read what the caller caused before.
  func checkAnnouncing(by peer: Peer) throws(Rejection) {
    guard !context.bus.mayBroadcast(causedBy: peer.name) else { return }
    throw Rejection(
      .quotaExceeded,
      "subscribers have not yet read the signals that \(peer.name) caused: try again later")
  }
}
