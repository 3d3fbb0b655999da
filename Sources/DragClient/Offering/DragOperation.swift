internal import DragModel

/// The effect on an item at its source once a destination has received it.
public enum DragOperation: String, CaseIterable, Hashable, Sendable {
  /// The source keeps the item.
  case copy
  /// The source deletes the item, exactly once, when the destination has it durably.
  case move
  /// The destination refers to the source's item.
  case link

  var model: DragModel.Operation {
    switch self {
    case .copy: .copy
    case .move: .move
    case .link: .link
    }
  }

  init(_ operation: DragModel.Operation) {
    self =
      switch operation {
      case .copy: .copy
      case .move: .move
      case .link: .link
      }
  }
}
