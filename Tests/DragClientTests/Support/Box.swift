import Synchronization

/// A value that closures on several threads share.
final class Box<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) {
    state = Mutex(value)
  }

  var value: Value { state.withLock { $0 } }

  func update(_ body: (inout Value) -> Void) {
    state.withLock { value in body(&value) }
  }
}

extension Box where Value == Int {
  func count() { update { $0 += 1 } }
}
