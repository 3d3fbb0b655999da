internal import BoardModel
internal import DragClient
internal import Foundation

/// `dragboard VERB`: works on the board without a window and without a display.
enum CommandLineTool {
  /// Whether a command line requests a verb or help, rather than a window.
  static func isRequested(by arguments: [String]) -> Bool {
    guard let first = withoutDemo(arguments).first else { return false }
    return !first.hasPrefix("-") || ["--help", "-h", "--version"].contains(first)
  }

  /// `--demo` before a verb chooses the board with examples.
  private static func withoutDemo(_ arguments: [String]) -> [String] {
    arguments.first == "--demo" ? Array(arguments.dropFirst()) : arguments
  }

  /// Runs the command line and ends the process.
  static func run(_ arguments: [String]) -> Never {
    Task {
      do {
        try await perform(arguments)
        exit(ExitStatus.success.rawValue)
      } catch {
        let failure = CommandFailure(thrown: error)
        Console.report(failure)
        exit(failure.status.rawValue)
      }
    }
    RunLoop.main.run()
    exit(ExitStatus.other.rawValue)
  }

  private static func perform(_ all: [String]) async throws {
    let arguments = withoutDemo(all)
    VerbBoard.isDemo = arguments.count < all.count
    let first = arguments[0]
    switch first {
    case "--help", "-h": try Console.print(Help.overall)
    case "--version": try Console.print("dragboard \(DragClient.version)\n")
    case "help" where arguments.count > 1:
      try Console.print(Help.of(try verb(arguments[1])))
    case "help": try Console.print(Help.overall)
    default:
      let verb = try verb(first)
      let words = try Arguments(Array(arguments.dropFirst()), for: verb)
      if words.has("help") {
        try Console.print(Help.of(verb))
      } else {
        try words.checkOperands(of: verb)
        if verb.name == ShelfVerb.verb.name {
          throw CommandFailure.usage(
            "the shelf is the same for every board", hint: "Try “dragboard shelf”.")
        }
        try await verb.run(words)
      }
    }
  }

  private static func verb(_ name: String) throws(CommandFailure) -> Verb {
    guard let verb = Verb.all.first(where: { $0.name == name }) else {
      let names = Verb.all.filter { !$0.isHidden }.map(\.name).joined(separator: ", ")
      throw .usage("unknown verb “\(name)”", hint: "One of: \(names). Try “dragboard --help”.")
    }
    return verb
  }
}
