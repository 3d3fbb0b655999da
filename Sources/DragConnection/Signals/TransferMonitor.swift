package import DBus
package import DragModel
package import DragProtocol
package import DragSystem

/// Sees the transfers of others, which dragd tells to their two parties only, as a monitor of the bus
/// (D-Bus specification, “org.freedesktop.DBus.Monitoring.BecomeMonitor”).
///
/// It also sees what is private: whoever shows anything shows only what is of listed offers.
package final class TransferMonitor {
  package enum MonitorEvent {
    case offer(OfferChange)
    /// Somebody has accepted; a part without a transfer was complete with that.
    case accepted(Identifier, [AcceptedPart])
    /// A PropertiesChanged, to bring `TransferProperties` up to date with.
    case changed(Identifier, Message)
  }

  private let bus: Connection
  private let handle: (MonitorEvent) -> Void
  /// Accepts without a reply so far, by who waits for it.
  private var accepting: [Waiting: Identifier] = [:]

  private struct Waiting: Hashable {
    let caller: String
    let serial: UInt32
  }

  /// What came without a reply is forgotten when there are so many: a refused Accept gets no reply that
  /// is seen here.
  private static let most = 4096

  /// Connects and becomes a monitor. `deniedByBus` where the bus lets nobody.
  package init(
    on loop: EventLoop, _ handle: @escaping (MonitorEvent) -> Void
  ) throws(DragError) {
    self.handle = handle
    do throws(BusError) {
      bus = try Connection.session()
      let call = try Message.call(
        to: Connection.busName, path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus.Monitoring", member: "BecomeMonitor")
      try call.write { writer throws(BusError) in
        try writer.appendStrings(MatchRule.monitored)
        try writer.append(UInt32(0))
      }
      _ = try bus.callAndWait(call, timeout: 25_000)
    } catch {
      throw DragError(error)
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
