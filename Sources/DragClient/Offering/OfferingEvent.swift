/// What happens to an offer.
public enum OfferingEvent: Sendable {
  /// It was published anew, under a new ``Offering/path``, because dragd had to start again.
  case published
  /// A representation that is made on demand is wanted.
  case asked(TransferID, item: Int, type: String)
  /// A representation that is made on demand is on its way.
  case progress(TransferID, item: Int, TransferProgress)
  /// A transfer is over, well or not.
  case ended(EndedTransfer)
  /// The offer is over, and what has moved away is deleted, unless the bus is lost or the client was closed; nothing
  /// follows.
  case released(OfferingEnd)
}

/// The name of a transfer: one item on its way to one destination.
public struct TransferID: RawRepresentable, Hashable, Sendable {
  /// 26 letters and digits, the last part of the transfer's object path.
  public let rawValue: String

  /// An id as it was stored.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// How a transfer of one of a source's items has ended.
public struct EndedTransfer: Sendable {
  /// Nil for a small copy, which needs no transfer.
  public let transfer: TransferID?
  /// The item's place among those offered, from 0.
  public let item: Int
  /// The item's key; nil if it has none.
  public let key: String?
  /// What the destination has done with the item, or why it did not get it.
  public let result: Result<DragOperation, DragError>
  /// How many bytes went to the destination.
  public let bytes: UInt64
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
