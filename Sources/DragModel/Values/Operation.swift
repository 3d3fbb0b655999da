/// The effect on an item at its source once a destination has received it.
package enum Operation: String, CaseIterable, Hashable, Sendable {
  /// The source keeps the item.
  case copy
  /// The source deletes the item, exactly once, after the destination has stored it durably.
  case move
  /// The destination refers to the source's item.
  case link
}
