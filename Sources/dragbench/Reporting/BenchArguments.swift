internal import CommandLineArguments
internal import Translations

/// The parsed command line.
enum BenchArguments {
  case help
  case version
  case list
  case measure(Choice)

  struct Choice {
    var rows: [Row] = Row.all
    /// The number of rounds of a comparison.
    var rounds = 15
    var folder = "."
    /// The attacks of the row “attacks”; all if empty.
    var attacks: [String] = []
    /// Whether curves are measured as well.
    var isGrowing = true
  }

  static let syntax = CommandSyntax(
    "dragbench", summary: "measures dragd, dragctl and the library beside their peers",
    description: """
      Each figure stands beside its peer on the same work, round by round in turns; dragbench prints the medians and
      their ratio.
      """,
    flags: [
      Flag("quick", help: "only the rows that a person notices, in 5 rounds: about five minutes"),
      Flag("rows", value: .required("NAME,…"), help: "only these; “growth” is the curves"),
      Flag(
        "attacks", value: .required("NAME,…"),
        help: "of the row “attacks” only these: see Tests/Tools/attacker.py --list"),
      Flag("rounds", value: .required("N"), help: "rounds of each comparison (15)"),
      Flag(
        "output", value: .required("FOLDER"), help: "where to write bench.md and bench.json (.)"),
      Flag("list", help: "name the rows"), Flag("version", help: "show the version"),
    ])

  init(_ words: [String]) throws {
    let arguments = try Self.syntax.parse(
      words.map { Argument($0) }, failingWith: BenchFailure.self)
    if arguments.has("help") {
      self = .help
      return
    }
    if arguments.has("version") {
      self = .version
      return
    }
    if arguments.has("list") {
      self = .list
      return
    }
    try Self.syntax.checkOperands(of: arguments)
    var choice = Choice()
    if arguments.has("quick") {
      choice.rows = Row.felt
      choice.rounds = 5
      choice.isGrowing = false
    }
    if let rows = try arguments.text(of: "rows") { try choice.select(rows: rows) }
    if let attacks = try arguments.text(of: "attacks") {
      choice.attacks = attacks.split(separator: ",").map(String.init)
    }
    if let rounds = try arguments.number(of: "rounds", from: 1, as: Int.self) {
      choice.rounds = rounds
    }
    if let folder = try arguments.text(of: "output") { choice.folder = folder }
    self = .measure(choice)
  }
}

extension BenchArguments.Choice {
  fileprivate mutating func select(rows text: String) throws {
    let names = text.split(separator: ",").map(String.init)
    isGrowing = names.contains("growth")
    rows = try names.filter { $0 != "growth" }.map { name in
      guard let row = Row.all.first(where: { $0.name == name }) else {
        let known = (Row.all.map(\.name) + ["growth"]).joined(separator: ", ")
        throw BenchFailure("there is no row “\(name)”; there are \(known)")
      }
      return row
    }
  }
}
