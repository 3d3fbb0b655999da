package import DragModel
package import DragProtocol

extension DragModel.Limits {
  /// Sets a limit that a command line can set.
  /// - Returns: false for a limit that is what it is.
  package mutating func set(_ key: LimitKey, to value: UInt64) -> Bool {
    switch key {
    case .offersPerConnection: offersPerConnection = value
    case .itemsPerConnection: itemsPerConnection = value
    case .representationsPerItem: representationsPerItem = value
    case .typesPerOffer: typesPerOffer = value
    case .metadataBytesPerConnection: metadataBytesPerConnection = value
    case .metadataBytesPerUser: metadataBytesPerUser = value
    case .listedBytesPerConnection: listedBytesPerConnection = value
    case .listedBytesPerUser: listedBytesPerUser = value
    case .transfersPerConnection: transfersPerConnection = value
    case .offersPerUser: offersPerUser = value
    case .itemsPerUser: itemsPerUser = value
    case .transfersPerUser: transfersPerUser = value
    case .heldMemory: heldMemory = value
    case .heldMemoryPerConnection: heldMemoryPerConnection = value
    case .descriptorMessagesPerConnection: descriptorMessagesPerConnection = value
    case .receiveTimeout: receiveTimeout = value
    case .heldBytesPerConnection: heldBytesPerConnection = value
    case .heldBytesPerUser: heldBytesPerUser = value
    case .endedTransfers: endedTransfers = value
    case .moves: moves = value
    case .moveBytes: moveBytes = value
    case .cookiesPerConnection: cookiesPerConnection = value
    case .targetsPerConnection: targetsPerConnection = value
    case .dropsPerConnection: dropsPerConnection = value
    case .targetsPerUser: targetsPerUser = value
    case .dropsPerUser: dropsPerUser = value
    case .waitingCallsPerConnection: waitingCallsPerConnection = value
    case .waitingCallsPerUser: waitingCallsPerUser = value
    case .waitingCallsPerPart: waitingCallsPerPart = value
    case .queuedBytesPerConnection: queuedBytesPerConnection = value
    case .queuedBytesPerUser: queuedBytesPerUser = value
    case .unreadBytesPerConnection: unreadBytesPerConnection = value
    case .unreadBytesPerUser: unreadBytesPerUser = value
    case .unwrittenBytes: unwrittenBytes = value
    case .unansweredCallsPerConnection: unansweredCallsPerConnection = value
    case .unansweredCallsPerUser: unansweredCallsPerUser = value
    case .dataBytes, .inlineBytes, .descriptorsPerMessage:
      return false
    }
    return true
  }
}
