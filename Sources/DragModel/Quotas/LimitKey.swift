/// The limits of `Broker1.Limits`: what a connection and a user may make the broker hold. A call that exceeds one is
/// refused with QuotaExceeded, which names the limit and its value.
///
/// A limit is declared here and nowhere else: its case, and below it its name on the bus and its standard value.
/// `Hostile/LimitTests.swift` fails if its row in the manual is missing.
///
/// The words of quotas:
/// - limit (`LimitKey`, `Limits`): how much of a resource a connection or a user may have.
/// - usage (`Usage`): how much of each resource is in use.
/// - account (`Account`): the application that is charged, with all its connections.
/// - charge (`Charges`): the usage of each account, from the moment an object exists until it ends.
/// - reserve (`Reserve`): the last quarter of a limit of the user, kept for accounts that have little.
/// - share (`MemoryShares`, `MoveShares`): what one application may have of dragd's memory, and of the ledger.
/// - allowance (`MemoryAllowance`): bytes of memory for held content that may still be used, counted on every thread.
/// - room (`CopyRoom`): bytes that a running copy may write before it has to ask for more.
/// - cost (`MoveCost`): number and bytes of recorded moves, against the ledger's limit.
///
/// DragSystem's `ProcessLimits` has the number of descriptors of the process, some of which it keeps in reserve.
package enum LimitKey: Int, CaseIterable, Hashable, Sendable {
  case offersPerConnection, offersPerUser
  case itemsPerConnection, itemsPerUser
  case representationsPerItem
  case typesPerOffer
  case metadataBytesPerConnection, metadataBytesPerUser
  case listedBytesPerConnection, listedBytesPerUser
  case transfersPerConnection, transfersPerUser
  case cookiesPerConnection
  case targetsPerConnection, targetsPerUser
  case dropsPerConnection, dropsPerUser
  case waitingCallsPerConnection, waitingCallsPerUser
  case waitingCallsPerPart
  case queuedBytesPerConnection, queuedBytesPerUser
  case unreadBytesPerConnection, unreadBytesPerUser
  case unwrittenBytes
  case unansweredCallsPerConnection, unansweredCallsPerUser
  case heldMemory, heldMemoryPerConnection
  case heldBytesPerConnection, heldBytesPerUser
  case dataBytes
  case inlineBytes
  case descriptorsPerMessage
  case descriptorMessagesPerConnection
  case descriptorThreads
  case receiveTimeout
  case endedTransfers
  case moves
  case moveBytes

  private struct Declaration {
    let name: String
    let standard: UInt64
    /// Whether the command line can set another value.
    let isAdjustable: Bool

    init(_ name: String, _ standard: UInt64, isAdjustable: Bool = true) {
      self.name = name
      self.standard = standard
      self.isAdjustable = isAdjustable
    }
  }

  private var declaration: Declaration {
    switch self {
    case .offersPerConnection: Declaration("offers_per_connection", 1_024)
    case .offersPerUser: Declaration("offers_per_user", 16_384)
    case .itemsPerConnection: Declaration("items_per_connection", 4_096)
    case .itemsPerUser: Declaration("items_per_user", 65_536)
    case .representationsPerItem: Declaration("representations_per_item", 64)
    // Different types in all items of an offer.
    case .typesPerOffer: Declaration("types_per_offer", 1_024)
    // Memory for descriptions of content: types, patterns, names, keys, labels.
    case .metadataBytesPerConnection: Declaration("metadata_bytes_per_connection", 4 << 20)
    case .metadataBytesPerUser: Declaration("metadata_bytes_per_user", 32 << 20)
    // The properties of listed offers and drop targets: one reply must have room for all of them.
    case .listedBytesPerConnection: Declaration("listed_bytes_per_connection", 2 << 20)
    case .listedBytesPerUser: Declaration("listed_bytes_per_user", 32 << 20)
    // Running transfers of a destination.
    case .transfersPerConnection: Declaration("transfers_per_connection", 1_024)
    case .transfersPerUser: Declaration("transfers_per_user", 8_192)
    // Cookies that a connection holds for its moves.
    case .cookiesPerConnection: Declaration("cookies_per_connection", 64)
    case .targetsPerConnection: Declaration("targets_per_connection", 256)
    case .targetsPerUser: Declaration("targets_per_user", 4_096)
    // Proposals and drops that a connection waits for, or that wait for it as the owner of targets.
    case .dropsPerConnection: Declaration("drops_per_connection", 256)
    case .dropsPerUser: Declaration("drops_per_user", 4_096)
    // Calls that dragd answers later, for example at the end of a transfer.
    case .waitingCallsPerConnection: Declaration("waiting_calls_per_connection", 4_096)
    case .waitingCallsPerUser: Declaration("waiting_calls_per_user", 32_768)
    // Calls of Receive that wait for one representation, and of Finish that wait for one transfer.
    case .waitingCallsPerPart: Declaration("waiting_calls_per_part", 16)
    // Calls that wait for their turn.
    case .queuedBytesPerConnection: Declaration("queued_bytes_per_connection", 8 << 20)
    case .queuedBytesPerUser: Declaration("queued_bytes_per_user", 32 << 20)
    // Messages to a peer that has not shown that it reads them.
    case .unreadBytesPerConnection: Declaration("unread_bytes_per_connection", 4 << 20)
    case .unreadBytesPerUser: Declaration("unread_bytes_per_user", 256 << 20)
    // Messages that the bus has not taken; above this limit calls wait.
    case .unwrittenBytes: Declaration("unwritten_bytes", 32 << 10)
    // Calls of the broker that peers have not answered: the bus remembers each and has room for a limited number
    // (dbus-daemon for 50,000). Above the second limit each peer may still have a few.
    case .unansweredCallsPerConnection: Declaration("unanswered_calls_per_connection", 4_096)
    case .unansweredCallsPerUser: Declaration("unanswered_calls_per_user", 32_768)
    // The broker's own memory for held content; more goes to unlinked files.
    case .heldMemory: Declaration("held_memory", 1 << 30)
    case .heldMemoryPerConnection: Declaration("held_memory_per_connection", 1 << 28)
    // Held content without files by reference, and the copies that a destination gets.
    case .heldBytesPerConnection: Declaration("held_bytes_per_connection", 16 << 30)
    case .heldBytesPerUser: Declaration("held_bytes_per_user", 64 << 30)
    // Content of a representation in the message of its Offer.
    case .dataBytes: Declaration("data_bytes", 1 << 20, isAdjustable: false)
    case .inlineBytes: Declaration("inline_bytes", AcceptOptions.inlineLimit, isAdjustable: false)
    case .descriptorsPerMessage:
      Declaration(
        "descriptors_per_message", UInt64(Broker.replyDescriptors), isAdjustable: false)
    // Messages with descriptors, from one connection, whose descriptors dragd has not closed yet. Those of a file
    // system that hangs stay open.
    case .descriptorMessagesPerConnection: Declaration("descriptor_messages_per_connection", 1_024)
    // Threads that descriptors of peers can block. An application, or the two of a transfer, may have an eighth of what
    // is free.
    case .descriptorThreads: Declaration("descriptor_threads", 224)
    // Milliseconds that a complete copy waits for Receive while none of its destination's transfers makes progress;
    // 0 means for ever.
    case .receiveTimeout: Declaration("receive_timeout", 600_000)
    // Ended transfers that dragd still answers calls about; it forgets them after 60 s in any case.
    case .endedTransfers: Declaration("ended_transfers", 16_384)
    // Running moves, and committed ones that a side has not acknowledged. An application may have an eighth of what
    // is free; more are refused with StorageFull.
    case .moves: Declaration("moves", 65_536)
    // Bytes of the records of these moves.
    case .moveBytes: Declaration("move_bytes", 32 << 20)
    }
  }

  /// The limit's name in `Broker1.Limits`, in messages and on the command line.
  package var name: String { declaration.name }
  package var standard: UInt64 { declaration.standard }
  package var isAdjustable: Bool { declaration.isAdjustable }

  package init?(name: String) {
    guard let key = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = key
  }

  /// Refuses `wanted` more of what is limited.
  package func check(_ limit: UInt64, _ used: UInt64, _ wanted: UInt64) throws(Rejection) {
    guard wanted > 0, used > limit || wanted > limit - used else { return }
    throw Rejection(
      .quotaExceeded, "\(name) is \(limit): \(used) in use, \(wanted) more asked for")
  }

  /// The same for a total, of which an application has `own`. The last quarter is for applications that have little:
  /// one that takes all that it gets leaves that quarter to others.
  func check(
    _ limit: UInt64, _ used: UInt64, _ wanted: UInt64, own: UInt64
  ) throws(Rejection) {
    try check(limit, used, wanted)
    let reserve = Reserve(of: limit)
    guard wanted > reserve.room(used: used, own: own) else { return }
    throw Rejection(
      .quotaExceeded,
      "\(name) is \(limit): \(used) in use, \(own) of them by this application, \(wanted) more asked for; the last "
        + "quarter is for applications that have \(reserve.perAccount) at most")
  }
}
