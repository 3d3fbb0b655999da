/// The properties of `org.dragd.Broker1`.
package enum BrokerProperty: String, CaseIterable, Hashable, Sendable {
  case version = "Version"
  case limits = "Limits"
  case statistics = "Statistics"
  case ledger = "Ledger"
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
