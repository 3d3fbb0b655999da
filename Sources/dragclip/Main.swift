internal import CommandLineArguments
internal import DragModel
internal import DragSystem

/// The clipboard program: it parses its flags and serves until the display or the bus ends, or a signal arrives.
@main enum Main {
  static func main() {
    StandardStream.ensureOpen()
    do throws(UsageError) {
      switch try Invocation(program: ProgramArguments.all) {
      case .showHelp: write(Invocation.help, to: .output)
      case .showVersion: write("dragclip \(Release.version)\n", to: .output)
      case .serve(let options): ProgramExit.now(ClipboardProgram.run(options))
      }
    } catch {
      write(error.text(of: "dragclip"), to: .error)
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
