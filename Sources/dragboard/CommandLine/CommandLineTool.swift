internal import CommandLineArguments
internal import DragSystem
internal import Foundation
internal import Translations

/// `dragboard VERB`: works on the board without a window and without a display.
enum CommandLineTool {
  /// Whether a command line has a verb, rather than options for a window.
  static func isRequested(by arguments: [Argument]) -> Bool {
    withoutDemo(arguments).first.map { $0.bytes.first != UInt8(ascii: "-") } ?? false
  }

  /// `--demo` before a verb chooses the board with examples.
  private static func withoutDemo(_ arguments: [Argument]) -> [Argument] {
    arguments.first?.text == "--demo" ? Array(arguments.dropFirst()) : arguments
  }

  /// The options for a window. Ends the process if they are wrong, or ask for the help or the version.
  static func options(_ arguments: [Argument]) -> Options {
    do throws(CommandFailure) {
      let parsed = try Options.syntax.parse(arguments, failingWith: CommandFailure.self)
      try Options.syntax.checkOperands(of: parsed)
      if parsed.has(Flag.help) {
        try Console.print(CommandTable.help)
      } else if parsed.has(Flag.version) {
        try Console.print("dragboard \(CommandTable.version)\n")
      } else {
        return Options(parsed)
      }
      exit(ExitStatus.success.rawValue)
    } catch {
      Console.report(error)
      exit(error.status.rawValue)
    }
  }

  /// Runs the verb and ends the process.
  static func run(_ arguments: [Argument]) -> Never {
    // Read this before libdbus ignores SIGPIPE.
    let brokenPipes = BrokenPipePolicy.inherited()
    Interruption.ignoreBrokenPipes()
    let words = withoutDemo(arguments)
    VerbBoard.isDemo = words.count < arguments.count
    Task {
      do {
        switch try VerbCommand<CommandTable>(words) {
        case .printed(let text): try Console.print(text)
        case .run(let verb, _)
        where VerbBoard.isDemo && verb.syntax.verb == CommandTable.shelf.rawValue:
          throw CommandFailure.usage(
            translated("the shelf is the same for every board"),
            hint: translated("Try “{command}”.", ["command": "dragboard shelf"]))
        case .run(let verb, let invocation):
          try await verb.run(invocation)
          VerbBoard.close()
        }
        exit(ExitStatus.success.rawValue)
      } catch {
        VerbBoard.close()
        let failure = CommandFailure(thrown: error)
        if failure.status == .brokenPipe { brokenPipes.endProgram() }
        Console.report(failure)
        exit(failure.status.rawValue)
      }
    }
    RunLoop.main.run()
    exit(ExitStatus.other.rawValue)
  }
}
