package import CommandLineArguments
internal import DragLine
internal import DragSystem
internal import Translations

/// dragctl as a whole.
package enum Shell {
  /// Runs a command line, which is without the program's name, and ends the process.
  package static func run(_ arguments: [Argument]) -> Never {
    let brokenPipes = BrokenPipePolicy.inherited()
    StandardStream.ensureOpen()
    Interruption.failAtFileSizeLimit()
    ProgramExit.now(status(of: arguments, brokenPipes).rawValue)
  }

  private static func status(
    of arguments: [Argument], _ brokenPipes: BrokenPipePolicy
  ) -> ExitStatus {
    do throws(Failure) {
      var arguments = arguments
      let dial = try LineDial.take(from: &arguments)
      switch try Command(arguments) {
      case .printed(let text): try Console.print(text)
      case .run(let verb, let invocation):
        if let dial {
          guard verb.takesHost else {
            throw .usage(translated("{verb} takes no -H", ["verb": verb.name]))
          }
          try Remote.use(dial)
        }
        if verb.settlesFirst { Recovery.quietly() }
        try verb.run(invocation)
      }
      return .success
    } catch {
      if error.status == .brokenPipe { brokenPipes.endProgram() }
      Console.report(error)
      return error.status
    }
  }
}
