internal import DragConnection
internal import DragModel
internal import DragProtocol

/// A drop target of this program.
///
/// It stays until ``unregister()`` or ``DragClient/close()``; releasing this object changes nothing. When dragd starts
/// again, this library registers it anew.
public final class DropTarget: Sendable {
  private let core: TargetCore
  private let client: DragClient

  init(_ core: TargetCore, _ client: DragClient) {
    self.core = core
    self.client = client
  }

  /// The name by which dropping programs find it.
  public var name: String { core.name }

  /// The object path of the target. It changes when dragd restarts.
  public var path: String { core.id?.targetPath ?? ObjectPath.nowhere }

  /// Changes the target's properties; nil keeps a property.
  ///
  /// - Parameters:
  ///   - types: patterns of the MIME types that it accepts; empty for any.
  ///   - operations: the operations that it can perform.
  ///   - label: a label that programs show to people.
  /// - Throws: `invalidType` for a text that is no pattern, `noSuchTarget` when it was unregistered.
  public func update(
    types: [String]? = nil, operations: [DragOperation]? = nil, label: String? = nil
  ) async throws(DragError) {
    let changes = TargetChanges(
      label: label, types: types, operations: operations?.map(\.model))
    try await client.session.update(core, changes)
  }

  /// Unregisters the target. Running drops continue. It also succeeds when the target was unregistered already.
  ///
  /// - Throws: `noReply` and `disconnected` as any call; `cancelled` when the task was cancelled; the target is
  ///   unregistered nevertheless.
  public func unregister() async throws(DragError) {
    try await client.session.unregister(core)
  }
}

extension DragClient {
  /// Registers a drop target.
  ///
  /// - Parameters:
  ///   - name: the name by which dropping programs find it, at most 1,024 bytes; not necessarily unique.
  ///   - types: patterns of the MIME types that it accepts, best first; empty for any.
  ///   - operations: the operations that it can perform.
  ///   - label: a label that programs show to people.
  ///   - propose: returns the proposal for a drop, and changes nothing; by default the first of
  ///     ``HoveringDrop/operations``. Without an answer within two seconds dragd reports `forbidden`.
  ///   - leave: called with the ``Offered/path`` of a hovering drop that has left the target.
  ///   - perform: performs a drop that was proposed: it loads the items, stores them, and returns. The dropping program
  ///     gets the message of a thrown ``DragError``; of any other error it learns only that the drop failed.
  /// - Throws: `invalidType` for a text that is no pattern, `invalidArguments`, `quotaExceeded`, `noBroker`.
  public func registerTarget(
    _ name: String, types: [String] = [], operations: [DragOperation] = [.copy],
    label: String? = nil,
    propose: @escaping @Sendable (HoveringDrop) async -> DropProposal = { .best(for: $0) },
    leave: @escaping @Sendable (_ offerPath: String) async -> Void = { _ in },
    perform: @escaping @Sendable (DropSession) async throws -> Void
  ) async throws(DragError) -> DropTarget {
    let core = TargetCore(
      number: session.number(), name, types, operations, label,
      TargetCore.Behaviour(propose: propose, leave: leave, perform: perform), self)
    try await session.register(core)
    return DropTarget(core, self)
  }

  /// Tells the bus that this program has registered its targets, for those who had the bus start it for them.
  ///
  /// A program that installs a D-Bus service file for the name `org.dragd.Targets1.PROGRAM` (D-Bus specification,
  /// “Message Bus Starting Services”) need not run to be dropped on: who looks for a target has the bus start it.
  ///
  /// - Parameter program: the last part of that name, of letters, digits, `_` and `-`.
  /// - Throws: `invalidArguments` for another name.
  public func haveTargets(as program: String) async throws(DragError) {
    try await session.call { () throws(RequestError) in try .ownTargetService(program) }
  }
}
