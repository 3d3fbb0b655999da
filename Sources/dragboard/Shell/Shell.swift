internal import BoardModel
internal import DragClient
internal import Foundation

/// `dragboard VERB`: the board without a window, beside one or without any. No display is needed.
enum Shell {
  /// Whether a command line asks for a verb, or for help, rather than for a window.
  static func isWanted(_ arguments: [String]) -> Bool {
    guard let first = arguments.first else { return false }
    return !first.hasPrefix("-") || ["--help", "-h", "--version"].contains(first)
  }

  /// Does what the command line says, and ends the process.
  static func run(_ arguments: [String]) -> Never {
    Task {
      do {
        try await perform(arguments)
        exit(ShellExit.success.rawValue)
      } catch {
        let failure = ShellFailure(thrown: error)
        ShellOutput.report(failure)
        exit(failure.status.rawValue)
      }
    }
    RunLoop.main.run()
    exit(ShellExit.other.rawValue)
  }

  private static func perform(_ arguments: [String]) async throws {
    let first = arguments[0]
    switch first {
    case "--help", "-h": try ShellOutput.print(ShellHelp.overall)
    case "--version": try ShellOutput.print("dragboard \(DragClient.version)\n")
    case "help" where arguments.count > 1:
      try ShellOutput.print(ShellHelp.of(try verb(arguments[1])))
    case "help": try ShellOutput.print(ShellHelp.overall)
    default:
      let verb = try verb(first)
      let words = try ShellArguments(Array(arguments.dropFirst()), for: verb)
      if words.has("help") {
        try ShellOutput.print(ShellHelp.of(verb))
      } else {
        try words.checkOperands(of: verb)
        try await verb.run(words)
      }
    }
  }

  private static func verb(_ name: String) throws(ShellFailure) -> ShellVerb {
    guard let verb = ShellVerb.all.first(where: { $0.name == name }) else {
      let names = ShellVerb.all.filter { !$0.isHidden }.map(\.name).joined(separator: ", ")
      throw .usage("unknown verb “\(name)”", hint: "One of: \(names). Try “dragboard --help”.")
    }
    return verb
  }
}
