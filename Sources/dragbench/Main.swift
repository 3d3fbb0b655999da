internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import Harness

/// Measures dragd beside its peers: see `BenchArguments.syntax`.
@main enum DragBench {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      Console.complain("dragbench: \(error)")
      ProgramExit.now(1)
    }
  }

  private static func run(_ words: [String]) throws {
    if words.first == "--as" {
      guard let role = words.dropFirst().first.flatMap({ Role(rawValue: $0) }) else {
        throw BenchFailure("--as \(Role.allCases.map(\.rawValue).joined(separator: "|"))")
      }
      return try role.run(Array(words.dropFirst(2)))
    }
    switch try BenchArguments(words) {
    case .help: Console.say(BenchArguments.syntax.help)
    case .version: Console.say("dragbench \(Release.version)")
    case .list:
      for row in Row.all { Console.say(row.name.padded(to: 16) + row.title) }
    case .measure(let choice): try Measurement(choice).run()
    }
  }
}
