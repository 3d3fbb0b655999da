internal import CLinux

/// Waits until the condition holds. Checks it every few milliseconds, and later less often, for conditions without an
/// event to wait for, such as those of `/proc`. Throws when `limit` has passed.
package func eventually(
  within limit: Duration = Timeout.usual, _ what: @autoclosure () -> String = "the condition",
  _ condition: () throws -> Bool
) throws {
  _ = try eventually(within: limit, what()) { try condition() ? true : nil }
}

/// Waits until the closure returns a value.
package func eventually<R>(
  within limit: Duration = Timeout.usual, _ what: @autoclosure () -> String = "the condition",
  value: () throws -> R?
) throws -> R {
  let clock = ContinuousClock()
  let deadline = clock.now + limit
  var pause: UInt32 = 500
  while true {
    if let value = try value() { return value }
    guard clock.now < deadline else {
      throw HarnessFailure("\(what()) did not come true within \(limit)")
    }
    usleep(pause)
    // A look at a window costs its program much time.
    pause = min(pause * 2, 32_000)
  }
}
