/// One promise of speed: what is measured, how, and beside what.
struct Row: Sendable {
  /// What `--rows` calls it.
  let name: String
  let title: String
  let measure: @Sendable (Bench) throws -> [Finding]

  /// In the order of the report.
  static let all: [Row] = [
    .accepts, .offers, .acceptCommand, .offerCommand, .acceptFile, .lazyStream, .checks, .firstByte,
    .manyOffers, .manyStreams, .deadReader, .answering, .clipboard, .board, .idle, .million,
    .attacks,
  ]
}

/// What every row is given.
struct Bench {
  /// Rounds of each comparison.
  var rounds: Int
  /// Of the attacks only these; all when there are none.
  var attacks: [String] = []
  /// An idle dragd and an idle bus, begun before everything else.
  let idle: IdleWatch

  /// Fewer rounds of what takes seconds; still an odd number.
  func rounds(atMost limit: Int) -> Int { min(rounds, limit) }
}
