internal import DragBroker
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// The daemon: it parses its flags and serves until it is told to stop or nothing needs it.
@main enum Main {
  static func main() {
    do throws(UsageError) {
      switch try Invocation(CommandLine.arguments.dropFirst()) {
      case .showHelp: write(help, to: .output)
      case .showVersion: write("dragd \(Release.version)\n", to: .output)
      case .printInterface(let name): write(Introspection.xml(of: [name]), to: .output)
      case .serve(let configuration): ProgramExit.now(BrokerService.run(configuration))
      }
    } catch {
      write("dragd: \(error.message)\n", to: .error)
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

  private static let help = """
    Usage: dragd [OPTION…]

    Brokers drags, drops and pastes between the programs of a session, over its
    D-Bus session bus. It is started when somebody calls org.dragd.Broker1; there
    is no need to start it by hand.

      --idle-exit SECONDS     leave after so long with nothing to do (60);
                              “never” stays
      --limit NAME=VALUE      set a quota, as Broker1.Limits names it; may be
                              repeated
      --verbose               log every offer, drop target and transfer too
      --print-interface NAME  print the introspection XML of an interface, for
                              example Offer1
      --version               print the version
      --help                  print this

    Exit status: 0 after a clean stop, 1 if the bus cannot be served, 2 for a
    wrong command line.
    See dragd(8), dragctl(1).

    """
}
