internal import DragSystem
internal import Foundation

/// Writes all measurements to bench.md for people and bench.json for programs.
struct Report: Encodable {
  struct Section: Encodable {
    var name: String
    var title: String
    var findings: [Finding]
  }

  var conditions: Conditions
  var rounds: Int
  var sections: [Section] = []
  var curves: [Growth] = []

  init(conditions: Conditions, rounds: Int) {
    self.conditions = conditions
    self.rounds = rounds
  }

  func write(to folder: String) throws {
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinite", negativeInfinity: "-infinite", nan: "none")
    try encoder.encode(self).write(to: folder.appendingPathComponent("bench.json"))
    try Data(markdown.utf8).write(to: folder.appendingPathComponent("bench.md"))
  }

  private var markdown: String {
    var lines = ["# dragd beside its peers", ""] + conditions.lines.map { "- \($0)" }
    lines += [
      "- Medians of \(rounds) rounds, ours and the peer's in turns; the ratio is ours divided by the peer's "
        + "of the same round, the spread where half of the ratios lie.",
      "",
    ]
    for section in sections {
      lines += ["## \(section.title)", ""]
      lines += [
        "| what | ours | peer | ratio | spread | wanted | |", "|---|---|---|---|---|---|---|",
      ]
      for finding in section.findings {
        let cells = FindingText(finding).cells.map { $0.replacing("|", with: "\\|") }
        lines.append("| " + cells.joined(separator: " | ") + " |")
      }
      lines.append("")
    }
    for curve in curves { lines += curve.markdown }
    return lines.joined(separator: "\n")
  }
}

/// Writes progress to standard output at once, even into a pipe.
enum Console {
  static func say(_ line: String) {
    try? StandardStream.output.write(Array((line + "\n").utf8))
  }

  static func complain(_ line: String) {
    try? StandardStream.error.write(Array((line + "\n").utf8))
  }
}
