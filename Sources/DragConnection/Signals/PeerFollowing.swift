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
      guard message.hasMember("NameOwnerChanged"), message.hasSender("org.freedesktop.DBus") else {
        return
      }
      var reader = message.read()
      guard let name = try? reader.string(), (try? reader.string()) != nil,
        let new = try? reader.string(), new.isEmpty
      else { return }
      self?.hasLeft(name)
    }
  }

  /// Does nothing for a name that is followed already.
  package func follow(_ name: String) {
    guard names.insert(name).inserted else { return }
    do throws(BusError) {
      try connection.bus.addMatch(MatchRule.owner(of: name))
      let call = try Message.call(
        to: Connection.busName, path: "/org/freedesktop/DBus", interface: Connection.busName,
        member: "NameHasOwner")
      try call.write { writer throws(BusError) in try writer.append(name) }
      // It may have left before the rule was in place.
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
    try? connection.bus.removeMatch(MatchRule.owner(of: name))
    left(name)
  }
}
