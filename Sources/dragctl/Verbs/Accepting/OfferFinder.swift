internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Finds the newest matching offer, and waits for one.
struct OfferFinder {
  let types: [String]
  let operation: Operation
  let deadline: Deadline

  /// Returns what `startTransfer` makes of the newest offer that fits.
  func startNewest<Start>(
    _ connection: BrokerConnection, startTransfer: (Identifier) throws(Failure) -> Start
  ) throws(Failure) -> Start {
    try start(try newest(connection), connection, startTransfer: startTransfer)
  }

  /// Returns what `startTransfer` makes of an offer, or of an older one if that offer does not allow the operation, or
  /// has a file that has changed since.
  private func start<Start>(
    _ newest: Identifier, _ connection: BrokerConnection,
    startTransfer: (Identifier) throws(Failure) -> Start
  ) throws(Failure) -> Start {
    do throws(Failure) {
      return try startTransfer(newest)
    } catch {
      guard error.code == .operationNotAllowed || error.code == .changed else { throw error }
      for older in try list(connection)
      where older.id != newest && older.properties.operations.contains(operation) {
        do throws(Failure) {
          return try startTransfer(older.id)
        } catch let other {
          switch other.code {
          case .notAcceptable?, .noSuchOffer?, .noSuchItem?, .busy?, .changed?: continue
          default: throw other
          }
        }
      }
      throw error
    }
  }

  private func newest(_ connection: BrokerConnection) throws(Failure) -> Identifier {
    do throws(Failure) {
      return try find(types, connection)
    } catch {
      guard error.code == .noSuchOffer, !types.isEmpty,
        let other = try? find([], connection),
        let offer = try? connection.ask(
          timeout: deadline.callTimeout, { () throws(RequestError) in try .properties(of: other) })
      else { throw error }
      throw Failure(
        .nothingAcceptable,
        translated("nothing on offer matches {types}", ["types": types.joined(separator: ", ")]),
        hint: translated(
          "The newest offer has: {types}",
          ["types": offer.types.map(\.description).joined(separator: ", ")]))
    }
  }

  private func find(
    _ types: [String], _ connection: BrokerConnection
  ) throws(Failure) -> Identifier {
    try deadline.limit { () throws(Failure) in
      try connection.ask(timeout: deadline.callTimeout, meanwhile: AcceptCall.rehearse) {
        () throws(RequestError) in try .find(types)
      }
    }
  }

  private func list(_ connection: BrokerConnection) throws(Failure) -> [ListedOffer] {
    try deadline.limit { () throws(Failure) in
      try connection.newestOffers(timeout: deadline.callTimeout)
    }
  }

  /// Returns what `startTransfer` makes of a matching offer, now or when there is one. When another program was faster,
  /// it waits again.
  func wait<Start>(
    _ connection: BrokerConnection, _ loop: EventLoop, until end: Deadline,
    startTransfer: (Identifier) throws(Failure) -> Start
  ) throws(Failure) -> Start {
    // Match rules first: an offer between the list and the rules would be missed.
    let arrivals = try follow(connection) { change, arrivals in
      switch change {
      case .added, .changed: arrivals.hasNew = true
      case .removed: break
      }
    }
    while true {
      arrivals.hasNew = false
      // An item that other programs have reserved may become free without a signal.
      var pause: Int?
      do throws(Failure) {
        let offer = try find(types, connection)
        do throws(Failure) {
          return try start(offer, connection, startTransfer: startTransfer)
        } catch {
          // Another program was faster, but an older offer may match as well.
          if error.code == .noSuchOffer { continue }
          throw error
        }
      } catch {
        switch error.code {
        case .noSuchOffer?, .notAcceptable?, .operationNotAllowed?, .changed?: break
        case .noSuchItem?, .busy?: pause = 500
        default: throw error
        }
      }
      try sleep(loop, arrivals, until: end, pause)
    }
  }

  /// Returns what `startTransfer` makes of the first offer that fits and is not there yet.
  func waitForNext<Start>(
    _ connection: BrokerConnection, _ loop: EventLoop, until end: Deadline,
    startTransfer: (Identifier) throws(Failure) -> Start
  ) throws(Failure) -> Start {
    let arrivals = try follow(connection) { change, arrivals in
      switch change {
      case .added(let offer):
        arrivals.offers.append(offer.id)
        arrivals.hasNew = true
      case .changed, .removed: break
      }
    }
    // After the match rules, so that no offer comes between the two.
    let old = Set(try list(connection).map(\.id))
    while true {
      arrivals.hasNew = !arrivals.offers.isEmpty
      try sleep(loop, arrivals, until: end, nil)
      let offer = arrivals.offers.removeFirst()
      guard !old.contains(offer) else { continue }
      do throws(Failure) {
        return try startTransfer(offer)
      } catch {
        switch error.code {
        // It does not fit, its file has changed, or another program was faster.
        case .notAcceptable?, .operationNotAllowed?, .changed?, .noSuchOffer?, .noSuchItem?, .busy?:
          break
        default: throw error
        }
      }
    }
  }

  private final class Arrivals {
    var hasNew = false
    /// The offers that have arrived and were not tried, in order.
    var offers: [Identifier] = []
    /// The bus has ended, so no further offer can arrive.
    var isDisconnected = false
  }

  private func follow(
    _ connection: BrokerConnection, _ note: @escaping (OfferChange, Arrivals) -> Void
  ) throws(Failure) -> Arrivals {
    let arrivals = Arrivals()
    connection.onDisconnect = { arrivals.isDisconnected = true }
    try mapError { () throws(RequestError) in
      try connection.followOffers { note($0, arrivals) }
    } to: {
      Failure($0)
    }
    return arrivals
  }

  private func sleep(
    _ loop: EventLoop, _ arrivals: Arrivals, until end: Deadline, _ pause: Int?
  ) throws(Failure) {
    let awake = Deadline(pause.map { Milliseconds(UInt64($0)) })
    while !arrivals.hasNew, !awake.hasPassed {
      guard !arrivals.isDisconnected else { throw Failure.disconnected }
      guard !end.hasPassed, !deadline.hasPassed else {
        throw Failure(.notFound, translated("nothing that fits was offered in time"))
      }
      let limits = [end.remaining, deadline.remaining, awake.remaining].compactMap { $0 }
      loop.turn(timeout: limits.min())
    }
  }
}
