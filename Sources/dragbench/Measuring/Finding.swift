/// One line of a row's result.
struct Finding: Encodable {
  enum Unit: String, Encodable {
    case perSecond = "/s"
    case milliseconds = "ms"
    case gigabytesPerSecond = "GB/s"
    case kibibytes = "KiB"
    case count = ""
  }

  /// What is asked of a line.
  enum Wanted: Encodable {
    /// Ours divided by the peer's.
    case ratioAtLeast(Double)
    case ratioAtMost(Double)
    /// Ours alone, in the line's unit.
    case atMost(Double)
    /// Nothing: it stands there to be compared.
    case nothing
  }

  /// What was compared, such as “dbus-daemon, beside dbus-test-tool echo”.
  var title: String
  var unit: Unit
  var wanted: Wanted
  /// Nil where nothing could be measured.
  var ours: Samples?
  var comparison: Comparison?
  /// Why there is no number, or what it needs to be understood.
  var note: String?

  /// Beside a peer.
  init(
    _ title: String, _ unit: Unit, _ comparison: Comparison, wanted: Wanted, note: String? = nil
  ) {
    self.init(title, unit, ours: comparison.ours, wanted: wanted, note: note)
    self.comparison = comparison
  }

  /// By itself.
  init(_ title: String, _ unit: Unit, ours: Samples?, wanted: Wanted, note: String? = nil) {
    self.title = title
    self.unit = unit
    self.ours = ours
    self.wanted = wanted
    self.note = note
  }

  /// One that could not be compared, and why.
  static func missing(_ title: String, _ why: String) -> Finding {
    Finding(title, .count, ours: nil, wanted: .nothing, note: why)
  }

  /// Nil where nothing is wanted or nothing was measured.
  var isMet: Bool? {
    switch wanted {
    case .ratioAtLeast(let bound): comparison.map { $0.ratio.median >= bound }
    case .ratioAtMost(let bound): comparison.map { $0.ratio.median <= bound }
    case .atMost(let bound): ours.map { $0.median <= bound }
    case .nothing: nil
    }
  }
}
