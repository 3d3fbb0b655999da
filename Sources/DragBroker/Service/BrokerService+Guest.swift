package import DBus
internal import DragModel
package import DragSystem

// The service in a program that tests itself with it: on a loop of that program, where time stands.

extension BrokerService {
  /// Begins to serve a bus that has no dragd yet. It blocks until the bus answers.
  ///
  /// - Parameters:
  ///   - folder: for the records of moves; it is made for the first of them.
  ///   - loop: one on which time stands. The caller turns it until it stops, which is when the service has ended.
  package static func guest(
    at address: String, on loop: EventLoop, moves folder: String
  ) throws(BusError) -> BrokerService {
    var configuration = Configuration()
    configuration.idleExit = nil
    configuration.host = .program(moves: folder)
    let bus = try Connection.open(address: address)
    let service = BrokerService(configuration, loop: loop, bus: bus)
    guard try service.start() else {
      throw BusError(name: BusError.Name.failed, message: "the bus has another dragd already")
    }
    return service
  }

  /// Lets time pass, and calls `then` when dragd has done what was due.
  package func advance(by microseconds: UInt64, then: @escaping () -> Void) {
    context.loop.advance(by: microseconds) { [weak self] in
      if let self { settle(then) } else { then() }
    }
  }

  /// A deadline is looked at when all is read that came in time, which may lead to another deadline.
  private func settle(_ then: @escaping () -> Void) {
    guard !hasEnded else { return then() }
    context.bus.afterReading { [weak self] in
      guard let self, context.loop.hasDueTimer else { return then() }
      settle(then)
    }
  }
}
