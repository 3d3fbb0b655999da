internal import CommandLineArguments
internal import DragBroker
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// The daemon: it parses its flags and serves until it is told to stop or nothing needs it.
@main enum Main {
  static func main() {
    do throws(UsageError) {
      switch try Invocation(program: ProgramArguments.all) {
      case .showHelp: write(Invocation.help, to: .output)
      case .showVersion: write("dragd \(Release.version)\n", to: .output)
      case .printInterface(let name): write(Introspection.xml(of: [name]), to: .output)
      case .serve(let configuration): ProgramExit.now(BrokerService.run(configuration))
      }
    } catch {
      write(error.text(of: "dragd"), to: .error)
      ProgramExit.now(2)
    }
  }

  private static func write(_ text: String, to stream: StandardStream) {
    do throws(SystemError) {
      try stream.write(Array(text.utf8))
    } catch {
      ProgramExit.now(1)
    }
  }
}
