/// What a connection and a user may make the broker hold. Each value is shown by its name in
/// `Broker1.Limits`; what exceeds one is refused with QuotaExceeded naming it and its value.
package struct Limits: Hashable, Sendable {
  package var offersPerConnection: UInt64 = 1_024
  package var offersPerUser: UInt64 = 16_384
  package var itemsPerConnection: UInt64 = 4_096
  package var itemsPerUser: UInt64 = 65_536
  package var representationsPerItem: UInt64 = 64
  /// Types that an offer has in all its items.
  package var typesPerOffer: UInt64 = 1_024
  /// Running transfers that a destination may have.
  package var transfersPerConnection: UInt64 = 1_024
  package var transfersPerUser: UInt64 = 8_192
  /// Cookies that a connection may hold for its moves.
  package var cookiesPerConnection: UInt64 = 64
  /// Moves under way, and committed ones that one of their two sides has not acknowledged. An application may have
  /// an eighth of what is free; more are refused with StorageFull.
  package var moves: UInt64 = 65_536
  /// Bytes that the records of these moves take.
  package var moveBytes: UInt64 = 32 << 20
  /// Bytes of the broker's own memory for held content; more goes to unlinked files.
  package var heldMemory: UInt64 = 1 << 30
  /// How many of them may be for one connection.
  package var heldMemoryPerConnection: UInt64 = 1 << 28
  /// Bytes of held content, files by reference not counted, and of the copies that a destination gets.
  package var heldBytesPerConnection: UInt64 = 16 << 30
  package var heldBytesPerUser: UInt64 = 64 << 30
  /// Bytes of memory for what is said of content: types, patterns, names, keys, labels.
  package var metadataBytesPerConnection: UInt64 = 4 << 20
  package var metadataBytesPerUser: UInt64 = 32 << 20
  /// Bytes of the properties of offers and drop targets that are listed: a reply that lists them all has to have room.
  package var listedBytesPerConnection: UInt64 = 2 << 20
  package var listedBytesPerUser: UInt64 = 32 << 20
  package var targetsPerConnection: UInt64 = 256
  package var targetsPerUser: UInt64 = 4_096
  /// Proposals and drops that a connection waits for, or that wait for it as the owner of targets.
  package var dropsPerConnection: UInt64 = 256
  package var dropsPerUser: UInt64 = 4_096
  /// Calls of a connection that are answered later, as when a transfer has come to its end.
  package var waitingCallsPerConnection: UInt64 = 4_096
  package var waitingCallsPerUser: UInt64 = 32_768
  /// Calls of Receive that wait for one representation of a transfer, and of Finish for the transfer.
  package var waitingCallsPerPart: UInt64 = 16
  /// Messages with descriptors of a connection that are being dealt with, or whose descriptors hang.
  package var descriptorMessagesPerConnection: UInt64 = 1_024
  /// Milliseconds that a complete copy waits for Receive while its destination gets on with no transfer; 0: for ever.
  package var receiveTimeout: UInt64 = 600_000
  /// Bytes of calls that wait for their turn.
  package var queuedBytesPerConnection: UInt64 = 8 << 20
  package var queuedBytesPerUser: UInt64 = 32 << 20
  /// Bytes that a peer is sent without having shown that it reads.
  package var unreadBytesPerConnection: UInt64 = 4 << 20
  package var unreadBytesPerUser: UInt64 = 256 << 20
  /// Bytes that the bus has not taken yet; while there are as many, calls wait.
  package var unwrittenBytes: UInt64 = 32 << 10
  /// Calls that the broker has made and that have not been answered, to one connection and to all: the bus remembers
  /// each, and has room for so many (dbus-daemon for 50,000). What is above the second number is for the first few
  /// calls of everybody.
  package var unansweredCallsPerConnection: UInt64 = 4_096
  package var unansweredCallsPerUser: UInt64 = 32_768
  /// Ended transfers that are still answered for; they are forgotten after 60 s in any case.
  package var endedTransfers: UInt64 = 16_384

  package init() {}
}
