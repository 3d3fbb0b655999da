/// One line of a row's result.
struct Finding: Encodable {
  enum Unit: String, Encodable {
    case perSecond = "/s"
    case milliseconds = "ms"
    case gigabytesPerSecond = "GB/s"
    case kibibytes = "KiB"
    case count = ""
  }

  /// The value that a line must reach.
  enum Wanted: Encodable {
    /// dragd's number divided by the peer's.
    case ratioAtLeast(Double)
    case ratioAtMost(Double)
    /// dragd's number alone, in the line's unit.
    case atMost(Double)
    /// None: the line is only for comparison.
    case nothing
  }

  /// The name of the comparison, such as “dbus-daemon, beside dbus-test-tool echo”.
  var title: String
  var unit: Unit
  var wanted: Wanted
  /// Nil if nothing could be measured.
  var ours: Samples?
  var comparison: Comparison?
  /// The reason why there is no number, or an explanation of it.
  var note: String?

  /// A comparison with a peer.
  init(
    _ title: String, _ unit: Unit, _ comparison: Comparison, wanted: Wanted, note: String? = nil
  ) {
    self.init(title, unit, ours: comparison.ours, wanted: wanted, note: note)
    self.comparison = comparison
  }

  /// A number without a peer.
  init(_ title: String, _ unit: Unit, ours: Samples?, wanted: Wanted, note: String? = nil) {
    self.title = title
    self.unit = unit
    self.ours = ours
    self.wanted = wanted
    self.note = note
  }

  /// A comparison that could not be made, and the reason.
  static func missing(_ title: String, _ why: String) -> Finding {
    Finding(title, .count, ours: nil, wanted: .nothing, note: why)
  }

  /// Nil if no value is required or nothing was measured.
  var isMet: Bool? {
    switch wanted {
    case .ratioAtLeast(let bound): comparison.map { $0.ratio.median >= bound }
    case .ratioAtMost(let bound): comparison.map { $0.ratio.median <= bound }
    case .atMost(let bound): ours.map { $0.median <= bound }
    case .nothing: nil
    }
  }
}
