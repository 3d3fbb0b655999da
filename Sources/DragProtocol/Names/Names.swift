/// The well-known name that dragd owns on the session bus.
package enum BusName {
  package static let broker = "org.dragd.Broker1"
}

/// Every interface of the contract, and the standard ones that dragd and dragclip serve.
package enum InterfaceName: String, CaseIterable, Hashable, Sendable {
  case broker = "org.dragd.Broker1"
  case offer = "org.dragd.Offer1"
  case transfer = "org.dragd.Transfer1"
  case dropTarget = "org.dragd.DropTarget1"
  /// Implemented by sources.
  case source = "org.dragd.Source1"
  /// Implemented by destinations.
  case target = "org.dragd.Target1"
  /// Served by dragclip.
  case clipboard = "org.dragd.Clipboard1"
  case properties = "org.freedesktop.DBus.Properties"
  case introspectable = "org.freedesktop.DBus.Introspectable"
  case peer = "org.freedesktop.DBus.Peer"
  case objectManager = "org.freedesktop.DBus.ObjectManager"
}
