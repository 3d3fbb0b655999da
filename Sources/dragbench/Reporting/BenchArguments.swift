/// What the command line asks for.
enum BenchArguments {
  case help
  case list
  case measure(Choice)

  struct Choice {
    var rows: [Row] = Row.all
    /// What a comparison's median is taken of.
    var rounds = 15
    var folder = "."
    /// Of the row “attacks” only these; all when there are none.
    var attacks: [String] = []
    /// Whether curves are measured as well.
    var isGrowing = true
  }

  static let usage = """
    Usage: dragbench [OPTION…]

    Measures dragd, dragctl and the library, each figure beside its peer on the same
    work, round by round in turns, and prints the medians and their ratio.

      --rows NAME,…    only these; “growth” is the curves
      --attacks NAME,…  of the row “attacks” only these: see Tests/Tools/attacker.py --list
      --rounds N       rounds of each comparison (15)
      --output FOLDER  where to write bench.md and bench.json (.)
      --list           name the rows
      --help           print this
    """

  init(_ words: [String]) throws {
    var choice = Choice()
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h":
        self = .help
        return
      case "--list":
        self = .list
        return
      case "--rows": try choice.take(rows: try Self.value(of: word, &rest))
      case "--attacks":
        choice.attacks = try Self.value(of: word, &rest).split(separator: ",").map(String.init)
      case "--rounds":
        let text = try Self.value(of: word, &rest)
        guard let rounds = Int(text), rounds > 0 else {
          throw BenchFailure("--rounds: “\(text)” is not a number of rounds; 15 would be")
        }
        choice.rounds = rounds
      case "--output": choice.folder = try Self.value(of: word, &rest)
      default: throw BenchFailure("there is no option “\(word)”; see dragbench --help")
      }
    }
    self = .measure(choice)
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else { throw BenchFailure("\(option) needs a value") }
    return value
  }
}

extension BenchArguments.Choice {
  fileprivate mutating func take(rows text: String) throws {
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
