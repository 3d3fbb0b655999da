internal import CommandLineArguments
internal import DragBroker
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// The daemon: flags, then the service until it is told to stop or nobody needs it.
@main enum Main {
  static func main() {
    do throws(UsageError) {
      switch try Invocation(ProgramArguments.all.dropFirst().map { Argument($0) }) {
      case .showHelp: say(Invocation.help, on: .output)
      case .showVersion: say("dragd \(Release.version)\n", on: .output)
      case .printInterface(let name): say(Introspection.xml(of: [name]), on: .output)
      case .serve(let configuration): ProgramExit.now(BrokerService.run(configuration))
      }
    } catch {
      say("dragd: \(error.message)\n", on: .error)
      ProgramExit.now(2)
    }
  }

  private static func say(_ text: String, on stream: StandardStream) {
    do throws(SystemError) {
      try stream.write(Array(text.utf8))
    } catch {
      ProgramExit.now(1)
    }
  }
}
