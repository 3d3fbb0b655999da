internal import DragModel
internal import DragSystem

/// The clipboard program: flags, then the service until the display ends or somebody ends the program.
@main enum Main {
  static func main() {
    StandardStream.ensureOpen()
    do throws(UsageError) {
      switch try Invocation(CommandLine.arguments.dropFirst()) {
      case .showHelp: say(help, on: .output)
      case .showVersion: say("dragclip \(Release.version)\n", on: .output)
      case .serve(let options): ProgramExit.now(ClipboardProgram.run(options))
      }
    } catch {
      say("dragclip: \(error.message)\n", on: .error)
      ProgramExit.now(2)
    }
  }

  static func say(_ text: String, on stream: StandardStream) {
    do throws(SystemError) {
      try stream.write(Array(text.utf8))
    } catch {
      ProgramExit.now(1)
    }
  }

  private static let help = """
    Usage: dragclip [OPTION…]

    Connects the clipboard of a Wayland compositor, of GNOME or of an X server with
    dragd: what a program copies can be accepted as an offer, an offer can be
    pasted, and a copy outlasts the program that it was copied from. It is started
    when a program calls org.dragd.Clipboard1; there is no need to start it by hand.

      --persist SIZE     read up to so many bytes of a copy before anybody pastes
                         it, so that it outlasts its program (128M); “off” reads
                         nothing ahead
      --display wayland|mutter|x11
                         use this kind of display and no other
      --verbose          say what is copied, without its content
      --version          print the version
      --help             print this

    Exit status: 0 when the display ends or another dragclip runs, 1 if there is
    no display or no session bus, 2 for a wrong command line.
    See dragclip(1), dragctl(1), dragd(8).

    """
}
