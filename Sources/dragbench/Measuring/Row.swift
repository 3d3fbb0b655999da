/// One promise of speed: the measurement, and the peers for comparison.
struct Row: Sendable {
  /// The name for `--rows`.
  let name: String
  let title: String
  let measure: @Sendable (Bench) throws -> [Finding]

  /// All rows, in the order of the report.
  static let all: [Row] = [
    .accepts, .offers, .acceptCommand, .offerCommand, .acceptFile, .manyFiles, .lazyStream, .checks,
    .firstByte,
    .manyOffers, .finding, .manyStreams, .deadReader, .answering, .clipboard, .clipboardSafety,
    .clipboardMemory, .board, .idle, .million, .attacks,
  ]

  /// The rows whose times a person notices, which are those of the table in `Contributing.md`.
  static let felt: [Row] = [
    .acceptCommand, .offerCommand, .lazyStream, .manyStreams, .manyOffers, .clipboard,
    .clipboardSafety, .idle,
  ]
}

/// The parameters of every row.
struct Bench {
  /// The rounds of each comparison.
  var rounds: Int
  /// The attacks to measure; all if empty.
  var attacks: [String] = []

  /// Fewer rounds, for work that takes seconds; still an odd number.
  func rounds(atMost limit: Int) -> Int { min(rounds, limit) }
}
