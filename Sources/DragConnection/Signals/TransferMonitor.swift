package import DBus
package import DragModel
package import DragProtocol
package import DragSystem

/// Watches the transfers of other programs, which dragd reports only to their two parties, as a monitor of the bus
/// (D-Bus specification, “org.freedesktop.DBus.Monitoring.BecomeMonitor”).
///
/// It also sees private offers: a caller must show only listed ones.
package final class TransferMonitor {
  package enum MonitorEvent {
    /// Dragd's name has another owner, or none.
    case owner(String?)
    case offer(OfferChange)
    /// A destination accepted an offer; a part without a transfer is complete.
    case accepted(Identifier, [AcceptedPart])
    /// A PropertiesChanged signal, to update `TransferProperties` with.
    case changed(Identifier, Message)
  }

  private let bus: Connection
  private let handle: (MonitorEvent) -> Void
  /// The offers of Accept calls that have no reply yet.
  private var accepting: [Waiting: Identifier] = [:]

  private struct Waiting: Hashable {
    let caller: String
    let serial: UInt32
  }

  /// When this many calls have no reply, the monitor forgets all of them: it receives no reply to a refused Accept.
  private static let most = 4096

  /// Connects and becomes a monitor, of the session's bus or of the one at an address. Throws `deniedByBus` when the
  /// bus allows no monitors.
  package init(
    on loop: EventLoop, at address: String? = nil, _ handle: @escaping (MonitorEvent) -> Void
  ) throws(RequestError) {
    self.handle = handle
    do throws(BusError) {
      if let address {
        bus = try Connection.open(address: address)
      } else {
        bus = try Connection.session()
      }
      let call = try Connection.busCall(
        "BecomeMonitor", interface: "org.freedesktop.DBus.Monitoring")
      try call.write { writer throws(BusError) in
        try writer.appendStrings(MatchRule.monitored)
        try writer.append(UInt32(0))
      }
      _ = try bus.callAndWait(call, timeout: Connection.usualTimeout)
    } catch {
      throw RequestError(error)
    }
    bus.onMessage = { [unowned self] message in see(message) }
    bus.onStrayReply = { [unowned self] message in see(reply: message) }
    bus.attach(to: loop)
  }

  private func see(_ message: Message) {
    switch message.kind {
    case .signal:
      if message.isPropertiesChanged,
        let id = message.path.flatMap(Identifier.init(transferPath:))
      {
        handle(.changed(id, message))
      } else if let change = OfferChange(message) {
        handle(.offer(change))
      } else if let change = NameOwnerChange(message), change.name == BusName.broker {
        handle(.owner(change.new))
      }
    case .call:
      guard let offer = message.path.flatMap(Identifier.init(offerPath:)),
        let caller = message.sender
      else { return }
      if accepting.count >= Self.most { accepting = [:] }
      accepting[Waiting(caller: caller, serial: message.serial)] = offer
    case .reply, .error: break
    }
  }

  private func see(reply message: Message) {
    guard message.kind == .reply, let caller = message.destination,
      let offer = accepting.removeValue(
        forKey: Waiting(caller: caller, serial: message.replySerial)),
      let parts = try? AcceptedPart.read(message)
    else { return }
    handle(.accepted(offer, parts))
  }
}
