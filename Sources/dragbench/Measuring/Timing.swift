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

/// The numbers of one contender, one for each round.
struct Samples: Encodable, Sendable {
  let values: [Double]

  init(_ values: [Double]) {
    self.values = values
  }

  func map(_ change: (Double) -> Double) -> Samples { Samples(values.map(change)) }

  var median: Double { quantile(0.5) }
  /// Half of all rounds lie between these two.
  var lowerQuartile: Double { quantile(0.25) }
  var upperQuartile: Double { quantile(0.75) }

  /// The number below which `share` of the values lie, interpolated between neighbours.
  func quantile(_ share: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .nan }
    let place = share * Double(last)
    let lower = Int(place)
    let upper = min(lower + 1, last)
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (place - Double(lower))
  }
}
