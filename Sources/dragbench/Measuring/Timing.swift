internal import DragSystem

/// How long the work takes, in seconds.
func seconds(_ work: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(work) / .seconds(1)
}

/// How often a second the work can be done, from `count` times one after the other.
func perSecond(_ count: Int, _ work: () throws -> Void) rethrows -> Double {
  Double(count)
    / (try seconds {
      for _ in 0..<count { try work() }
    })
}
