internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Follows offers and transfers, and prints each event.
final class Watcher {
  private let loop: EventLoop
  private let connection: BrokerConnection
  private let report: WatchReport
  private var monitor: TransferMonitor?
  private var offers: [Identifier: ListedOffer] = [:]
  /// Of listed offers only.
  private var transfers: [Identifier: TransferProperties] = [:]
  private var end: Failure?

  init(json: Bool) throws(Failure) {
    loop = try VerbSession.makeLoop()
    connection = try VerbSession.connect()
    report = WatchReport(json: json)
  }

  func run() throws(Failure) {
    let address = try Remote.busAddress()
    connection.attach(to: loop)
    connection.onDisconnect = { [unowned self] in end = Failure.disconnected }
    try mapError { () throws(RequestError) in
      try startMonitor(at: address)
    } to: {
      Failure($0)
    }
    try list()
    while end == nil { loop.turn(timeout: nil) }
    if let end { throw end }
  }

  /// Before it asks for the list, so that no change between the two is missed.
  private func startMonitor(at address: String?) throws(RequestError) {
    do throws(RequestError) {
      monitor = try TransferMonitor(on: loop, at: address) { [unowned self] event in
        attempt { () throws(Failure) in try handle(event) }
      }
    } catch {
      Console.note(
        translated(
          "dragctl: shows offers only, because the bus lets no program see transfers: {reason}",
          ["reason": error.message]))
      connection.onOwnerChange = { [unowned self] owner in
        attempt { () throws(Failure) in try handle(.owner(owner)) }
      }
      try connection.followOwner()
      try connection.followOffers { [unowned self] change in
        attempt { () throws(Failure) in try handle(.offer(change)) }
      }
    }
  }

  private func attempt(_ work: () throws(Failure) -> Void) {
    do throws(Failure) {
      try work()
    } catch {
      end = end ?? error
    }
  }

  private func list(timeout milliseconds: Int? = VerbSession.timeout) throws(Failure) {
    for offer in try connection.newestOffers(timeout: milliseconds).reversed() { try add(offer) }
  }

  /// Lists what a new dragd has. When that one ends before it answers, the bus announces the next.
  private func listAgain() throws(Failure) {
    do throws(Failure) {
      try list(timeout: nil)
    } catch {
      guard error.brokerHasEnded else { throw error }
    }
  }

  private func add(_ offer: ListedOffer) throws(Failure) {
    guard offers.updateValue(offer, forKey: offer.id) == nil else { return }
    try report.added(offer)
  }

  private func ownerChanged(_ owner: String?) throws(Failure) {
    guard owner == nil else { return try listAgain() }
    for id in transfers.keys { report.forget(id) }
    transfers = [:]
    let gone = offers.values.sorted { $0.properties.created < $1.properties.created }
    offers = [:]
    for offer in gone { try report.removed(offer.id) }
  }

  private func handle(_ event: TransferMonitor.MonitorEvent) throws(Failure) {
    switch event {
    // From where the offers come: over another connection, the end of one dragd could come after offers of the next.
    case .owner(let owner): try ownerChanged(owner)
    case .offer(.added(let offer)): try add(offer)
    case .offer(.changed(let id)): if offers[id] != nil { try changed(id) }
    case .offer(.removed(let id)):
      if offers.removeValue(forKey: id) != nil { try report.removed(id) }
    case .accepted(let offer, let parts):
      // An offer that is not listed is private.
      if offers[offer] != nil { try accepted(offer, parts) }
    case .changed(let id, let signal):
      guard var transfer = transfers[id], (try? transfer.update(signal)) == true,
        transfer != transfers[id]
      else { return }  // Both parties get the signal, and both messages arrive here.
      transfers[id] = transfer
      try report.changed(id, transfer, signal)
      switch transfer.state {
      case .pending, .running, .delivered: break
      case .finished, .failed, .cancelled: transfers[id] = nil
      }
    }
  }

  private func changed(_ id: Identifier) throws(Failure) {
    guard let request = try? BrokerCall<OfferProperties>.properties(of: id) else { return }
    connection.perform(request, timeout: VerbSession.timeout) { [unowned self] result in
      // The offer may be gone by now.
      guard case .success(let properties) = result, offers[id] != nil else { return }
      let offer = ListedOffer(id: id, properties: properties)
      offers[id] = offer
      attempt { () throws(Failure) in try report.changed(offer) }
    }
  }

  private func accepted(_ offer: Identifier, _ parts: [AcceptedPart]) throws(Failure) {
    var rest = parts[...]
    while let part = rest.popFirst() {
      guard let id = part.transfer else {
        try report.delivered(offer, part)
        continue
      }
      // One transfer may have several representations, side by side.
      let all = [part] + rest.prefix { $0.transfer == id }
      rest = rest.dropFirst(all.count - 1)
      var transfer = TransferProperties()
      transfer.offer = offer
      transfer.item = part.item
      transfer.types = all.map(\.type)
      let sizes = all.compactMap(\.size)
      transfer.size = sizes.count == all.count ? sizes.saturatedSum : nil
      transfers[id] = transfer
      try report.began(id, transfer, name: part.name)
    }
  }
}
