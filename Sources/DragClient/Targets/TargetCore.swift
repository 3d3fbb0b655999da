internal import DragModel
internal import DragProtocol
internal import Synchronization

/// A drop target at its owner, across restarts of dragd.
final class TargetCore: Sendable {
  /// The path of its own target object.
  let path: String
  let name: String
  let behaviour: Behaviour

  struct Behaviour: Sendable {
    let propose: @Sendable (HoveringDrop) async -> DropProposal
    let leave: @Sendable () async -> Void
    let perform: @Sendable (DropSession) async throws -> Void
  }

  private struct State {
    var id: Identifier?
    /// The unique name of the dragd that has it, or was asked to.
    var registrar: String?
    var types: [String]
    var operations: [DragOperation]
    var label: String?
    /// A registered target keeps its client alive.
    var client: DragClient?
    var isOver = false
  }
  private let state: Mutex<State>

  init(
    number: UInt64, _ name: String, _ types: [String], _ operations: [DragOperation],
    _ label: String?, _ behaviour: Behaviour, _ client: DragClient
  ) {
    path = "/org/dragd/client/target\(number)"
    self.name = name
    self.behaviour = behaviour
    state = Mutex(State(types: types, operations: operations, label: label, client: client))
  }

  var id: Identifier? { state.withLock { $0.id } }
  var isOver: Bool { state.withLock { $0.isOver } }
  var client: DragClient? { state.withLock { $0.client } }
  var types: [String] { state.withLock { $0.types } }

  var options: TargetOptions {
    state.withLock { state in
      var options = TargetOptions(target: path)
      options.label = state.label
      options.operations = state.operations.map(\.model)
      return options
    }
  }

  /// Whether to ask that dragd. The news that a dragd has started may arrive after its reply, or after the next dragd
  /// has started.
  ///
  /// - Parameter owner: the owner of dragd's name; nil if it is not known.
  func startRegistering(at owner: String?) -> Bool {
    state.withLock { state in
      guard owner == nil || state.registrar != owner else { return false }
      state.registrar = owner
      return true
    }
  }

  /// - Parameter result: the target's new id, or why dragd did not register it.
  func registered(_ result: Result<Identifier, DragError>, at owner: String?) {
    state.withLock { state in
      if case .success(let id) = result { state.id = id }
      state.registrar = (try? result.get()) == nil ? nil : owner
    }
  }

  func update(_ changes: TargetChanges) {
    state.withLock { state in
      if let types = changes.types { state.types = types }
      if let operations = changes.operations {
        state.operations = operations.map { DragOperation($0) }
      }
      if let label = changes.label { state.label = label }
    }
  }

  func end() {
    let client = state.withLock { state in
      state.isOver = true
      return state.client.take()
    }
    // This may be the last reference; it must not be dropped under the mutex.
    _ = client
  }
}
