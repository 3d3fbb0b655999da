/// What happens to the item at its source when a destination has it.
package enum Operation: String, CaseIterable, Hashable, Sendable {
  /// The source keeps the item.
  case copy
  /// The source deletes the item, exactly once, when the destination has it durably.
  case move
  /// The destination refers to the source's item.
  case link
}
