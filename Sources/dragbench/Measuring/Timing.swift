internal import DragSystem

/// How long the work takes, in seconds.
func seconds(_ work: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(work) / .seconds(1)
}

/// How long the work takes each time, in seconds, when it is done `count` times in a row.
func secondsEach(_ count: Int, _ work: () throws -> Void) rethrows -> Double {
  try seconds {
    for _ in 0..<count { try work() }
  } / Double(count)
}

/// The mean of what `count` measurements in a row give.
func mean(of count: Int, _ measurement: () throws -> Double) rethrows -> Double {
  var sum = 0.0
  for _ in 0..<count { sum += try measurement() }
  return sum / Double(count)
}
