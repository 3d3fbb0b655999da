/// The properties of `org.dragd.Broker1`.
package enum BrokerProperty: String, CaseIterable, Hashable, Sendable {
  case version = "Version"
  case limits = "Limits"
  case statistics = "Statistics"
  case ledger = "Ledger"
  case features = "Features"
}

/// The properties of `org.dragd.Offer1`.
package enum OfferProperty: String, CaseIterable, Hashable, Sendable {
  case itemCount = "ItemCount"
  case types = "Types"
  case operations = "Operations"
  case label = "Label"
  case source = "Source"
  case created = "Created"
  case expires = "Expires"
  case sensitive = "Sensitive"
}

/// The properties of `org.dragd.Transfer1`.
package enum TransferProperty: String, CaseIterable, Hashable, Sendable {
  case offer = "Offer"
  case item = "Item"
  case types = "Types"
  case operation = "Operation"
  case size = "Size"
  case bytesTransferred = "BytesTransferred"
  case state = "State"
  case error = "Error"
}

/// The properties of `org.dragd.DropTarget1`.
package enum DropTargetProperty: String, CaseIterable, Hashable, Sendable {
  case name = "Name"
  case label = "Label"
  case types = "Types"
  case operations = "Operations"
  case owner = "Owner"
  case appID = "AppId"
}

/// The keys of `Broker1.Statistics`.
package enum StatisticKey: String, CaseIterable, Hashable, Sendable {
  case offers
  case items
  case targets
  case peers
  case transfersRunning = "transfers_running"
  case transfersFinished = "transfers_finished"
  case transfersFailed = "transfers_failed"
  case transfersCancelled = "transfers_cancelled"
  case bytesMoved = "bytes_moved"
  case bytesHeld = "bytes_held"
  case memoryHeld = "memory_held"
}

/// Well-known names on the session bus.
package enum BusName {
  /// dragd's.
  package static let broker = "org.dragd.Broker1"
  /// What the names of programs begin with that the bus starts for their targets.
  package static let targetServices = "org.dragd.Targets1."
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
