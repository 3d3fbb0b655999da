internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Reports when connections leave the bus. It subscribes only to the connections that a caller follows.
package final class PeerFollowing {
  private let connection: BrokerConnection
  private var names: Set<String> = []
  private let left: (String) -> Void

  /// - Parameter left: gets the unique name, on the loop, once.
  package init(on connection: BrokerConnection, left: @escaping (String) -> Void) {
    self.connection = connection
    self.left = left
    connection.listen { [weak self] message in
      if let change = NameOwnerChange(message), change.new == nil { self?.hasLeft(change.name) }
    }
  }

  /// Does nothing for a name that is followed already.
  package func follow(_ name: String) {
    guard names.insert(name).inserted else { return }
    do throws(BusError) {
      try connection.bus.addMatch(NameOwnerChange.rule(for: name))
      let call = try Connection.busCall("NameHasOwner", name)
      // The connection may have left before the rule was in place.
      connection.bus.call(call, timeout: Connection.usualTimeout) { [weak self] result in
        guard case .success(let reply) = result else { return }
        var reader = reply.read()
        if (try? reader.bool()) == false { self?.hasLeft(name) }
      }
    } catch {
      hasLeft(name)
    }
  }

  private func hasLeft(_ name: String) {
    guard names.remove(name) != nil else { return }
    try? connection.bus.removeMatch(NameOwnerChange.rule(for: name))
    left(name)
  }
}
