internal import CLinux

/// Raised once by one thread, seen by others.
final class Flag: @unchecked Sendable {
  private let value: UnsafeMutablePointer<Int32>

  init() {
    value = .allocate(capacity: 1)
    value.initialize(to: 0)
  }

  deinit { value.deallocate() }

  func raise() { linux_atomic_store(value, 1) }
  var isRaised: Bool { linux_atomic_load(value) != 0 }
}
