package import DBus
package import DragModel

extension TargetChanges {
  /// Reads a call of `DropTarget1.Update`.
  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    self = try Self(&reader)
  }

  /// A call of `DropTarget1.Update`.
  package func message(to target: Identifier) throws(BusError) -> Message {
    let message = try Message.call(.dropTarget, DropTargetMethod.update, at: .target(target))
    try message.write { writer throws(BusError) in
      try write(to: &writer)
    }
    return message
  }
}

extension TargetChanges: KeyedDictionary {
  static var unstated: Self { Self() }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of changes: inout Self
  ) throws(Visitor.Failure) {
    try keys.optional("label", &changes.label, .text(atMost: Lengths.text))
    try keys.optional("types", &changes.types, .patterns)
    try keys.optional("operations", &changes.operations, .operations)
  }
}

extension Message {
  /// A call of `DropTarget1.Unregister`.
  package static func unregister(_ target: Identifier) throws(BusError) -> Message {
    try call(.dropTarget, DropTargetMethod.unregister, at: .target(target))
  }
}
