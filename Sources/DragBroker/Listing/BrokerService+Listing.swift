internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// ObjectManager.GetManagedObjects, and what is announced of the objects that it lists. See `Listing`.

extension BrokerService {
  func listManagedObjects(_ call: Call) throws(Rejection) {
    guard call.expectsReply else { return }
    if let reply = listing.reply { return call.send(reply.message(to: call.address)) }
    let caller = Listing.Caller(call: call, attempt: try begin(call))
    if listing.work == nil {
      beginListing(for: [caller])
    } else if listing.work?.announcements.isEmpty == true {
      listing.work?.callers.append(caller)
    } else {
      // It may know of what has changed, and what is being said may not.
      listing.later.append(caller)
    }
  }

  private func beginListing(for callers: [Listing.Caller]) {
    do throws(BusError) {
      let reply = try ManagedObjectsReply()
      let objects =
        model.listed.map(ObjectPath.offer) + model.targets(named: "").map { .target($0.id) }
      listing.work = Listing.Work(reply: reply, objects: objects[...], callers: callers)
      goOnListing()
    } catch {
      for caller in callers where end(caller.attempt) { caller.call.refuse(error) }
    }
  }

  /// Says some of the objects, and the rest after others had their turn.
  private func goOnListing() {
    guard listing.work != nil else { return }
    if sayObjects(until: Clock.monotonic + Listing.slice) { return finishListing() }
    loop.next { [weak self] in self?.goOnListing() }
  }

  /// - Returns: whether all are said.
  private func sayObjects(until deadline: UInt64) -> Bool {
    var count = 0
    while let path = listing.work?.objects.popFirst() {
      do throws(BusError) {
        try say(path)
      } catch {
        abandonListing(error)
        return true
      }
      count += 1
      if count % 8 == 0, Clock.monotonic >= deadline { break }
    }
    return listing.work?.objects.isEmpty ?? true
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

  /// Says the rest at once, for there is no later.
  func completeListing() {
    while listing.work != nil {
      _ = sayObjects(until: .max)
      finishListing()
    }
  }

  private func finishListing() {
    guard let work = listing.work else { return }
    listing.work = nil
    work.reply.finish()
    if work.announcements.isEmpty { listing.reply = work.reply }
    for caller in work.callers where end(caller.attempt) {
      caller.call.send(work.reply.message(to: caller.call.address))
    }
    goOnAfterListing(work)
  }

  /// They do not fit into one message.
  private func abandonListing(_ error: BusError) {
    guard let work = listing.work else { return }
    listing.work = nil
    for caller in work.callers where end(caller.attempt) {
      caller.call.answer { _ throws(BusError) in throw error }
    }
    goOnAfterListing(work)
  }

  private func goOnAfterListing(_ work: Listing.Work) {
    for each in work.announcements { bus.broadcast(each.signal, causedBy: each.cause?.name) }
    let later = listing.later.filter(\.attempt.isOpen)
    listing.later = []
    if !later.isEmpty { beginListing(for: later) }
    rearm()
  }

  /// Tells everybody of a change of what is listed.
  func broadcast(causedBy cause: Peer?, _ make: () throws(BusError) -> Message) {
    listing.reply = nil
    do throws(BusError) {
      let signal = try make()
      guard listing.work != nil else { return bus.broadcast(signal, causedBy: cause?.name) }
      listing.work?.announcements.append(Listing.Announcement(signal: signal, cause: cause))
      listing.work?.announcedBytes += signal.bodyLength
      if listing.work?.announcedBytes ?? 0 > Listing.mostAnnounced { completeListing() }
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
