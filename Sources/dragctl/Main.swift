internal import CommandLineArguments
internal import DragSystem

@main
enum Main {
  static func main() {
    StandardStream.ensureOpen()
    ProgramExit.now(run().rawValue)
  }

  private static func run() -> ExitStatus {
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
      Console.report(error)
      return error.status
    }
  }
}
