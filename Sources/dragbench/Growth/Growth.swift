internal import Foundation

/// The dependence of one quantity on another.
struct Growth: Encodable {
  struct Point: Encodable {
    var x: Double
    var y: Double
  }

  var name: String
  var title: String
  var xLabel: String
  var yLabel: String
  var points: [Point]
  /// The exponent of the power law that fits best where x is large, in its last three powers of ten: 0 is constant, 1
  /// is in proportion.
  var slope: Double

  init(name: String, title: String, xLabel: String, yLabel: String, points: [Point]) {
    self.name = name
    self.title = title
    self.xLabel = xLabel
    self.yLabel = yLabel
    self.points = points
    slope = Self.slope(points)
  }

  var slopeText: String {
    "slope at the large end \(String(format: "%.2f", slope)) (0: constant, 1: in proportion)"
  }

  /// Least squares through the logarithms.
  private static func slope(_ points: [Point]) -> Double {
    let largest = points.map(\.x).max() ?? 0
    let logs = points.filter { $0.x >= largest / 1_000 }.map { (log($0.x), log($0.y)) }
    let count = Double(logs.count)
    let meanX = logs.map(\.0).reduce(0, +) / count
    let meanY = logs.map(\.1).reduce(0, +) / count
    let spread = logs.map { ($0.0 - meanX) * ($0.0 - meanX) }.reduce(0, +)
    return logs.map { ($0.0 - meanX) * ($0.1 - meanY) }.reduce(0, +) / spread
  }

  var markdown: [String] {
    ["## \(title)", "", "![\(title)](\(name).svg)", "", "\(slopeText)", ""]
      + ["| \(xLabel) | \(yLabel) |", "|---|---|"]
      + points.map { "| \(String(format: "%.0f", $0.x)) | \(String(format: "%.4g", $0.y)) |" }
      + [""]
  }
}
