/// An event of an offer.
public enum OfferingEvent: Sendable {
  /// The offer was published again, under a new ``Offering/path``, because dragd has restarted.
  case published
  /// A destination requests a representation that is made on demand.
  case asked(TransferID, item: Int, type: String)
  /// The progress of a transfer. Small content that dragd holds has none: it is only ``ended(_:)``.
  case progress(TransferID, item: Int, TransferProgress)
  /// A transfer has ended, in success or failure.
  case ended(EndedTransfer)
  /// The offer is over, and items that have moved away are deleted, unless the bus is lost or the client was closed.
  /// This is the last event.
  case released(OfferingEnd)
}

/// The name of a transfer: one item on its way to one destination.
public struct TransferID: RawRepresentable, Hashable, Sendable {
  /// 26 letters and digits, the last part of the transfer's object path. For a move at its destination an underscore
  /// follows, and the identity of the records in which dragd has the move: an answer from other records says nothing
  /// about it. So store the whole text. It may be part of a file's name.
  public let rawValue: String

  /// An id as it was stored.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The end of a transfer of one of a source's items.
public struct EndedTransfer: Sendable {
  /// Nil for a small copy, which needs no transfer.
  public let transfer: TransferID?
  /// The item's place among those offered, from 0.
  public let item: Int
  /// The item's key; nil if it has none.
  public let key: String?
  /// The operation that the destination performed, or the reason why it did not get the item.
  public let result: Result<DragOperation, DragError>
  /// The number of bytes that the destination got.
  public let bytes: UInt64

  /// The end of a transfer. The properties say what each parameter means.
  public init(
    _ transfer: TransferID?, item: Int, key: String? = nil,
    result: Result<DragOperation, DragError>, bytes: UInt64
  ) {
    self.transfer = transfer
    self.item = item
    self.key = key
    self.result = result
    self.bytes = bytes
  }
}

/// Why an offer is over.
public enum OfferingEnd: Sendable {
  /// Its source withdrew it.
  case withdrawn
  /// Its time was over.
  case expired
  /// It was accepted as often as it could be.
  case used
  /// Another offer took its place.
  case replaced
  /// It could not be kept: the bus is lost, the client was closed, or a new dragd did not take it.
  case failed(DragError)
}
