internal import CLinux

/// How long the tests wait for something that is sure to happen on a healthy machine. Generous: it
/// only decides how late a broken build fails.
package let patience: Duration = .seconds(30)

/// Waits until the condition holds, looking at it again every few milliseconds: for what sends no
/// event that could be waited upon (`/proc`, for one). Throws when `limit` has passed.
package func eventually(
  within limit: Duration = patience, _ what: @autoclosure () -> String = "the condition",
  _ condition: () throws -> Bool
) throws {
  _ = try eventually(within: limit, what()) { try condition() ? true : nil }
}

/// As above, for a condition that yields a value as soon as it holds.
package func eventually<R>(
  within limit: Duration = patience, _ what: @autoclosure () -> String = "the condition",
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
    pause = min(pause * 2, 20_000)
  }
}
