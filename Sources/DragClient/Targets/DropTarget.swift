internal import DragConnection
internal import DragModel
internal import DragProtocol

/// A place of this program's that others can drop onto.
///
/// It stays until ``unregister()`` or ``DragClient/close()``; letting go of this value changes nothing. When dragd
/// starts again it is registered anew.
public final class DropTarget: Sendable {
  private let core: TargetCore
  private let client: DragClient

  init(_ core: TargetCore, _ client: DragClient) {
    self.core = core
    self.client = client
  }

  /// The name that droppers find it by.
  public var name: String { core.name }

  /// The object path of the target. It changes when dragd starts again.
  public var path: String { core.id?.targetPath ?? ObjectPath.nowhere }

  /// Changes what the target says of itself; nil leaves a thing as it is.
  ///
  /// - Parameters:
  ///   - types: patterns of the MIME types that it takes; empty for any.
  ///   - operations: what it can do.
  ///   - label: what to call it before people.
  /// - Throws: `invalidType` for what is no pattern, `noSuchTarget` when it was unregistered.
  public func update(
    types: [String]? = nil, operations: [DragOperation]? = nil, label: String? = nil
  ) async throws(DragError) {
    let changes = TargetChanges(
      label: label, types: types, operations: operations?.map(\.model))
    guard let id = core.id, !core.isOver else {
      throw DragError(.noSuchTarget, "the drop target “\(name)” was unregistered")
    }
    try await client.session.call { () throws(RequestError) in try .update(id, changes) }
    core.update(changes)
  }

  /// Takes the target away. Drops that run go on. Success also when it was away already.
  ///
  /// - Throws: `noReply` and `disconnected` as any call; `cancelled` when the task was, though the target is taken away
  ///   all the same.
  public func unregister() async throws(DragError) {
    try await client.session.unregister(core)
  }
}

extension DragClient {
  /// Registers a place that others can drop onto.
  ///
  /// - Parameters:
  ///   - name: what droppers find it by, at most 1,024 bytes; not necessarily unique.
  ///   - types: patterns of the MIME types that it takes, best first; empty for any.
  ///   - operations: what it can do.
  ///   - label: what to call it before people.
  ///   - propose: says what a drop would do, and changes nothing. dragd waits two seconds, then it takes the target's
  ///     silence for `forbidden`.
  ///   - leave: is told that what hovered has moved on.
  ///   - perform: performs a drop that was proposed: it loads the items, stores them, and returns. What it throws is told
  ///     to the dropper.
  /// - Throws: `invalidType` for what is no pattern, `invalidArguments`, `quotaExceeded`, `noBroker`.
  public func registerTarget(
    _ name: String, types: [String] = [], operations: [DragOperation] = [.copy],
    label: String? = nil,
    propose: @escaping @Sendable (HoveringDrop) async -> DropProposal,
    leave: @escaping @Sendable () async -> Void = {},
    perform: @escaping @Sendable (DropSession) async throws -> Void
  ) async throws(DragError) -> DropTarget {
    let core = TargetCore(
      number: session.number(), name, types, operations, label,
      TargetCore.Behaviour(propose: propose, leave: leave, perform: perform), self)
    try await session.register(core)
    return DropTarget(core, self)
  }
}
