internal import CommandLineArguments
internal import DragSystem

@main
enum Main {
  static func main() {
    let brokenPipes = BrokenPipePolicy.inherited()
    StandardStream.ensureOpen()
    Interruption.failAtFileSizeLimit()
    ProgramExit.now(run(brokenPipes).rawValue)
  }

  private static func run(_ brokenPipes: BrokenPipePolicy) -> ExitStatus {
    do throws(Failure) {
      let arguments = ProgramArguments.all.dropFirst().map { Argument($0) }
      switch try Command(arguments) {
      case .printed(let text): try Console.print(text)
      case .run(let verb, let invocation):
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
