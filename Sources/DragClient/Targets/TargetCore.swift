internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Synchronization

/// A drop target at its owner, across restarts of dragd.
final class TargetCore: Renewed {
  /// The path of its own target object.
  let path: String
  let name: String
  let behaviour: Behaviour

  struct Behaviour: Sendable {
    let propose: @Sendable (HoveringDrop) async -> DropProposal
    let leave: @Sendable (String) async -> Void
    let perform: @Sendable (DropSession) async throws -> Void
  }

  private struct State {
    var renewal = Renewal()
    var types: [String]
    var operations: [DragOperation]
    var label: String?
    /// A registered target keeps its client alive.
    var client: DragClient?
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
      state.renewal.stop()
      return state.client.take()
    }
    // This may be the last reference; it must not be dropped under the mutex.
    _ = client
  }

  func updateRenewal<Result>(_ body: (inout Renewal) -> Result) -> Result {
    state.withLock { body(&$0.renewal) }
  }
}
