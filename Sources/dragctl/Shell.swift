package import CommandLineArguments
internal import DragLine
internal import DragModel
internal import DragSystem
internal import Translations

/// dragctl as a whole.
package enum Shell {
  /// Runs a command line, which is without the program's name, and ends the process.
  ///
  /// - Parameter name: by which the program was called: dragctl's own, or that of another clipboard tool.
  package static func run(_ arguments: [Argument], calledBy name: [UInt8]? = nil) -> Never {
    let brokenPipes = BrokenPipePolicy.inherited()
    StandardStream.ensureOpen()
    Interruption.failAtFileSizeLimit()
    if let tool = ClipboardTool(program: name) {
      ProgramExit.now(status(of: tool, arguments, brokenPipes).rawValue)
    }
    ProgramExit.now(status(of: arguments, brokenPipes).rawValue)
  }

  private static func command(_ arguments: [Argument]) throws(Failure) -> Command {
    do throws(Failure) {
      return try Command(arguments)
    } catch {
      guard error.status == .usage, arguments.dropFirst().contains(where: LineDial.isFlag) else {
        throw error
      }
      throw .usage(
        translated("-H comes before the verb"),
        hint: translated("The host comes first: dragctl -H HOST VERB"))
    }
  }

  /// Of all failures the tools have one status.
  private static func status(
    of tool: ClipboardTool, _ arguments: [Argument], _ brokenPipes: BrokenPipePolicy
  ) -> ExitStatus {
    do throws(Failure) {
      let request = try mapError { () throws(ToolRefusal) in
        try ToolParser.parse(tool, arguments)
      } to: {
        Failure(.other, $0.message)
      }
      switch request {
      case .help: try Console.print(tool.help)
      case .version: try Console.print("\(tool.rawValue) (dragctl \(Release.version))\n")
      case .call(let call): try ToolRun(tool: tool, call: call).run()
      }
      return .success
    } catch {
      if error.status == .brokenPipe { brokenPipes.endProgram() }
      Console.report(error, of: tool.rawValue)
      return .other
    }
  }

  private static func status(
    of arguments: [Argument], _ brokenPipes: BrokenPipePolicy
  ) -> ExitStatus {
    do throws(Failure) {
      var arguments = arguments
      let dial = try LineDial.take(from: &arguments)
      switch try command(arguments) {
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
