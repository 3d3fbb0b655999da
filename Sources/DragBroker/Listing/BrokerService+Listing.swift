internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// ObjectManager.GetManagedObjects, and what is announced of the objects that it lists. See `Listing`.

extension BrokerService {
  func listManagedObjects(_ call: Call) throws(Rejection) {
    guard call.expectsReply else { return }
    if listing.work == nil, listing.reply == nil { beginListing() }
    if listing.work == nil {
      // Made at once, or before.
      guard let reply = listing.reply else { return call.refuse(Self.tooLong) }
      return call.send(reply.message(to: call.address))
    }
    let caller = Listing.Caller(call: call, attempt: try begin(call))
    if listing.work?.announcements.isEmpty == true {
      listing.work?.callers.append(caller)
    } else {
      // It may know of what has changed, and what is being said may not.
      listing.later.append(caller)
    }
  }

  private func beginListing(for callers: [Listing.Caller] = []) {
    do throws(BusError) {
      let objects =
        model.listed.map(ObjectPath.offer) + model.targets(named: "").map { .target($0.id) }
      listing.work = Listing.Work(
        reply: try ManagedObjectsReply(), objects: objects[...], callers: callers)
      goOnListing()
    } catch {
      abandonListing()
    }
  }

  /// Says some of the objects, and the rest after others had their turn.
  private func goOnListing() {
    guard listing.work?.objects.isEmpty == false else { return sendListing() }
    do throws(BusError) {
      try sayObjects(until: Clock.monotonic + Listing.slice)
    } catch {
      return abandonListing()
    }
    guard listing.work?.objects.isEmpty == false else { return sendListing() }
    loop.next { [weak self] in self?.goOnListing() }
  }

  private func sayObjects(until deadline: UInt64) throws(BusError) {
    var count = 0
    while let path = listing.work?.objects.popFirst() {
      try say(path)
      count += 1
      if count % 8 == 0, Clock.monotonic >= deadline { break }
    }
  }

  /// As it is now. One that has gone since is announced to have.
  private func say(_ path: ObjectPath) throws(BusError) {
    guard let reply = listing.work?.reply else { return }
    switch path {
    case .offer(let id):
      if let shown = try? ask({ model throws(Rejection) in try model.shown(offer: id) }) {
        try reply.append(path, OfferProperties(shown))
      }
    case .target(let id):
      if let shown = try? ask({ model throws(Rejection) in try model.shown(target: id) }) {
        try reply.append(path, TargetProperties(shown))
      }
    case .root, .transfer, .folder, .absent, .parent:
      break
    }
  }

  /// Sends the answers, no faster than the bus takes them.
  private func sendListing() {
    // A pause may end when another list is being made already.
    guard let reply = listing.work?.reply, listing.work?.objects.isEmpty == true else { return }
    reply.finish()
    while let caller = listing.work?.callers.first {
      guard !bus.isBehind else {
        loop.after(microseconds: Listing.pause) { [weak self] in self?.sendListing() }
        return
      }
      listing.work?.callers.removeFirst()
      answer(caller, reply)
    }
    finishListing()
  }

  private func answer(_ caller: Listing.Caller, _ reply: ManagedObjectsReply) {
    guard end(caller.attempt) else { return }
    guard bus.standing(of: caller.call.peer.name) < .exhausted else {
      return caller.call.refuse(
        Rejection(
          .quotaExceeded,
          "\(caller.call.peer.name) has not shown that it reads what it was sent: read the bus"))
    }
    caller.call.send(reply.message(to: caller.call.address))
  }

  /// Announces what has changed meanwhile. Whoever has no answer yet gets the next one.
  private func finishListing() {
    guard let work = listing.work else { return }
    listing.work = nil
    if work.announcements.isEmpty, work.objects.isEmpty { listing.reply = work.reply }
    for each in work.announcements { bus.broadcast(each.signal, causedBy: each.cause?.name) }
    let callers = (work.callers + listing.later).filter(\.attempt.isOpen)
    listing.later = []
    if !callers.isEmpty { beginListing(for: callers) }
    rearm()
  }

  /// The objects do not fit into one message.
  private func abandonListing() {
    let callers = listing.work?.callers ?? []
    listing.work?.callers = []
    for caller in callers where end(caller.attempt) { caller.call.refuse(Self.tooLong) }
    finishListing()
  }

  private static let tooLong = BusError(
    name: BusError.Name.limitsExceeded, message: "the objects do not fit into one message")

  /// So much has changed that the announcements wait no longer, nor does whoever has asked first.
  private func hurryListing() {
    do throws(BusError) {
      try sayObjects(until: .max)
    } catch {
      return abandonListing()
    }
    if let reply = listing.work?.reply, let first = listing.work?.callers.first {
      listing.work?.callers.removeFirst()
      reply.finish()
      answer(first, reply)
    }
    finishListing()
  }

  /// There is no later.
  func endListing() {
    let callers = (listing.work?.callers ?? []) + listing.later
    listing.work?.callers = []
    listing.later = []
    for caller in callers where end(caller.attempt) {
      caller.call.refuse(Rejection(.cancelled, "dragd is stopping"))
    }
  }

  /// Tells everybody of a change of what is listed.
  func broadcast(causedBy cause: Peer?, _ make: () throws(BusError) -> Message) {
    listing.reply = nil
    do throws(BusError) {
      let signal = try make()
      guard listing.work != nil else { return bus.broadcast(signal, causedBy: cause?.name) }
      listing.work?.announcements.append(Listing.Announcement(signal: signal, cause: cause))
      listing.work?.announcedBytes += signal.bodyLength
      if listing.work?.announcedBytes ?? 0 > Listing.mostAnnounced { hurryListing() }
    } catch {
      log.error("a signal could not be sent: \(error.message)")
    }
  }

  /// Refuses what everybody would have to be told of, while they do not read what the caller has caused before.
  func checkAnnouncing(by peer: Peer) throws(Rejection) {
    guard !bus.mayBroadcast(causedBy: peer.name) else { return }
    throw Rejection(
      .quotaExceeded,
      "what \(peer.name) has made known is not read by all who asked to be told: try again later")
  }
}
