internal import Translations

/// “Did you mean …?”
package enum Suggestion {
  /// The hint for an unknown word: the nearest known word, or `fallback` when none is near.
  package static func hint(
    for word: String, among known: some Sequence<String>, prefix: String = "",
    else fallback: String
  ) -> String {
    nearest(to: word, among: known).map {
      translated("Did you mean “{word}”?", ["word": "\(prefix)\($0)"])
    } ?? fallback
  }

  /// The known word with the fewest edits; nil when more than a third of the word would change, and no known word
  /// begins with it.
  package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    let count = word.count
    let limit = max(1, count / 3)
    return
      known
      // Each missing character is an edit, so much shorter words are skipped before the costly comparison.
      .filter { $0.count >= count - limit }
      .map { (word: $0, distance: distance(word, $0)) }
      .filter { $0.distance <= limit || (count >= 2 && $0.word.hasPrefix(word)) }
      .min { $0.distance < $1.distance }?
      .word
  }

  /// Insertions, deletions, replacements and swaps of neighbours that make one word the other
  /// (optimal string alignment).
  package static func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var before: [Int] = []
    var above = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        var best = min(
          above[column + 1] + 1, current[column] + 1,
          above[column] + (first[row] == second[column] ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      before = above
      above = current
    }
    return above[second.count]
  }
}
