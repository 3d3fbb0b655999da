/// Items that a program is about to drop, or only holds over a target.
public struct HoveringDrop: Sendable {
  /// The offer that it comes from.
  public let offered: Offered
  /// The operations that the dropper wants, best first; nil for all that the offer allows.
  public let operations: [DragOperation]?
  /// The index in the target at which the dropper points, from 0; nil leaves the place to the target.
  public let index: Int?
  /// The indices of the offer's items; nil for all.
  public let itemIndexes: [Int]?
  /// The dropper's application id, as the system knows it; empty if unknown.
  public let application: String
  /// The dropper's unique name on the bus.
  public let connection: String
}
