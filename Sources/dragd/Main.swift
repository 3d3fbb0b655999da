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
      case .showHelp: StandardStream.output.print(Invocation.help)
      case .showVersion: StandardStream.output.print("dragd \(Release.version)\n")
      case .printInterface(let name): StandardStream.output.print(Introspection.xml(of: [name]))
      case .serve(let configuration): ProgramExit.now(BrokerService.run(configuration))
      }
    } catch {
      StandardStream.error.print(error.text(of: "dragd"))
      ProgramExit.now(2)
    }
  }
}
