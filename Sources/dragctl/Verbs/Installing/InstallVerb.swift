internal import CommandLineArguments
internal import DragLine
internal import DragModel
internal import DragSystem
internal import Translations

/// `dragctl install`
enum InstallVerb {
  static let yes = Flag("yes", short: "y", help: "do not ask")

  static let verb = Verb(
    "install", summary: "put dragctl, dragd and dragclip on another machine, over ssh",
    operands: .init("HOST", least: 1, most: 1, completes: .nothing),
    description: """
      Asks, and then puts the programs of this machine below ~/.local there, for “dragctl -H HOST”. It needs no rights
      there beyond the person's own, and leaves alone what a package has installed.
      """,
    flags: [yes], settlesFirst: false, takesHost: false
  ) { invocation throws(Failure) in
    let host = invocation.operands[0]
    guard invocation.has(yes) || StandardStream.input.isTerminal else {
      throw .usage(
        translated("install asks first, and standard input is no terminal"),
        hint: translated("With --yes it does not ask."))
    }
    let installation = try HostInstallation(try LineDial(to: host))
    try installation.run(asks: !invocation.has(yes))
  }
}
