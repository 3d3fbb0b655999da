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

  /// The part of the sorted values below which `share` of them lie, between neighbours in proportion.
  func quantile(_ share: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .nan }
    let place = share * Double(last)
    let lower = Int(place)
    let upper = min(lower + 1, last)
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (place - Double(lower))
  }
}
