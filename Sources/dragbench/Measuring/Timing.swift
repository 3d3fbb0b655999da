internal import DragSystem

/// Measures the work, in seconds.
func seconds(_ work: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(work) / .seconds(1)
}

/// Measures the work `count` times in a row and returns the mean, in seconds.
func secondsEach(_ count: Int, _ work: () throws -> Void) rethrows -> Double {
  try seconds {
    for _ in 0..<count { try work() }
  } / Double(count)
}

/// The mean of `count` measurements in a row.
func mean(of count: Int, _ measurement: () throws -> Double) rethrows -> Double {
  var sum = 0.0
  for _ in 0..<count { sum += try measurement() }
  return sum / Double(count)
}
