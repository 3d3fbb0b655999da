internal import DragModel

extension DropContext: KeyedDictionary {
  static var unstated: Self { Self() }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of context: inout Self
  ) throws(Visitor.Failure) {
    try visitKeys(&keys, of: &context, operations: .optional)
  }

  /// - Parameter operations: whether dragd or the dropper states the operations.
  fileprivate static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of context: inout Self, operations: Contract.Key.Presence
  ) throws(Visitor.Failure) {
    try keys.optional("operations", &context.operations, .operations, operations)
    try keys.optional("index", &context.index, .number())
    try keys.optional("items", &context.items, .indexes)
  }
}

/// The dropper, as the bus identifies it.
package struct Dropper: Hashable, Sendable {
  package var connection: String
  /// Empty if unknown.
  package var application: String
  /// Whether it runs in a sandbox, or may.
  package var isSandboxed: Bool

  package init(connection: String, application: String, isSandboxed: Bool) {
    self.connection = connection
    self.application = application
    self.isSandboxed = isSandboxed
  }
}

extension Dropper: KeyedDictionary {
  static var unstated: Self { Self(connection: "", application: "", isSandboxed: true) }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of dropper: inout Self
  ) throws(Visitor.Failure) {
    try keys.always("connection", &dropper.connection, .text())
    try keys.always("app_id", &dropper.application, .text())
    try keys.always("sandboxed", &dropper.isSandboxed, .flag)
  }
}

/// The context as dragd passes it on, with the dropper that dragd has identified. dragd ignores a `dropper` key from
/// the dropper itself.
struct PassedContext: KeyedDictionary {
  private var context: DropContext
  private var dropper: Dropper

  init(_ context: DropContext, _ dropper: Dropper) {
    self.context = context
    self.dropper = dropper
  }

  var parts: (DropContext, Dropper) { (context, dropper) }

  static var unstated: Self { Self(.unstated, .unstated) }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of passed: inout Self
  ) throws(Visitor.Failure) {
    try DropContext.visitKeys(&keys, of: &passed.context, operations: .always)
    try keys.always("dropper", &passed.dropper, .dictionary())
  }
}
