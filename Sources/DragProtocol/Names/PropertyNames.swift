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

/// The keys of `Broker1.Limits`: the name of every quota.
package enum LimitKey: String, CaseIterable, Hashable, Sendable {
  case offersPerConnection = "offers_per_connection"
  case itemsPerConnection = "items_per_connection"
  case representationsPerItem = "representations_per_item"
  case typesPerOffer = "types_per_offer"
  case metadataBytesPerConnection = "metadata_bytes_per_connection"
  case metadataBytesPerUser = "metadata_bytes_per_user"
  case listedBytesPerConnection = "listed_bytes_per_connection"
  case listedBytesPerUser = "listed_bytes_per_user"
  case transfersPerConnection = "transfers_per_connection"
  case cookiesPerConnection = "cookies_per_connection"
  case targetsPerConnection = "targets_per_connection"
  case dropsPerConnection = "drops_per_connection"
  case offersPerUser = "offers_per_user"
  case itemsPerUser = "items_per_user"
  case transfersPerUser = "transfers_per_user"
  case targetsPerUser = "targets_per_user"
  case dropsPerUser = "drops_per_user"
  case waitingCallsPerConnection = "waiting_calls_per_connection"
  case waitingCallsPerUser = "waiting_calls_per_user"
  case waitingCallsPerPart = "waiting_calls_per_part"
  case queuedBytesPerConnection = "queued_bytes_per_connection"
  case queuedBytesPerUser = "queued_bytes_per_user"
  case unreadBytesPerConnection = "unread_bytes_per_connection"
  case unreadBytesPerUser = "unread_bytes_per_user"
  case unwrittenBytes = "unwritten_bytes"
  case unansweredCallsPerConnection = "unanswered_calls_per_connection"
  case unansweredCallsPerUser = "unanswered_calls_per_user"
  case heldMemory = "held_memory"
  case heldMemoryPerConnection = "held_memory_per_connection"
  case heldBytesPerConnection = "held_bytes_per_connection"
  case heldBytesPerUser = "held_bytes_per_user"
  case dataBytes = "data_bytes"
  case inlineBytes = "inline_bytes"
  case descriptorsPerMessage = "descriptors_per_message"
  case descriptorMessagesPerConnection = "descriptor_messages_per_connection"
  case receiveTimeout = "receive_timeout"
  case endedTransfers = "ended_transfers"
  case moves
  case moveBytes = "move_bytes"
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
