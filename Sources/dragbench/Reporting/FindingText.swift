internal import Foundation

/// A finding as text.
struct FindingText {
  private let finding: Finding

  init(_ finding: Finding) {
    self.finding = finding
  }

  /// For a terminal.
  var line: String {
    guard finding.ours != nil else { return "\(finding.title): \(finding.note ?? "not measured")" }
    var parts = ["\(finding.title): \(ours)"]
    if finding.comparison != nil {
      parts.append(ratio.isEmpty ? "peer \(peer)" : "peer \(peer), ratio \(ratio) (\(spread))")
    }
    if !wanted.isEmpty { parts.append("wanted \(wanted): \(result)") }
    return parts.joined(separator: ", ")
  }

  /// A row of the report's table.
  var cells: [String] {
    guard finding.ours != nil else {
      return [finding.title, "", "", "", "", "", finding.note ?? "not measured"]
    }
    let remark = [result, finding.note].compactMap(\.self).filter { !$0.isEmpty }
    return [finding.title, ours, peer, ratio, spread, wanted, remark.joined(separator: "; ")]
  }

  private var ours: String { finding.ours.map { number($0.median) } ?? "" }
  private var peer: String { finding.comparison.map { number($0.peer.median) } ?? "" }
  /// Empty without a peer, and if the peer's number is zero.
  private var ratio: String { ratios.map { plain($0.median) } ?? "" }
  private var ratios: Samples? {
    finding.comparison.map(\.ratio).flatMap { $0.values.allSatisfy(\.isFinite) ? $0 : nil }
  }

  /// The range of the middle half of the rounds' ratios, or of the numbers if there is no ratio.
  private var spread: String {
    guard let samples = ratios ?? finding.ours, samples.values.count > 1 else {
      return ""
    }
    return "\(plain(samples.lowerQuartile))–\(plain(samples.upperQuartile))"
  }

  private var wanted: String {
    switch finding.wanted {
    case .ratioAtLeast(let bound): "≥ \(plain(bound))"
    case .ratioAtMost(let bound): "≤ \(plain(bound))"
    case .atMost(let bound): "≤ \(number(bound))"
    case .nothing: ""
    }
  }

  private var result: String { finding.isMet.map { $0 ? "met" : "not met" } ?? "" }

  private func number(_ value: Double) -> String {
    let unit = finding.unit.rawValue
    return unit.isEmpty ? plain(value) : "\(plain(value)) \(unit)"
  }

  private func plain(_ value: Double) -> String {
    let digits = abs(value) >= 1_000 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 0.1 ? 2 : 3
    return String(format: "%.\(digits)f", value)
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
