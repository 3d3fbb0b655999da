internal import CommandLineArguments
internal import DragModel
internal import DragSystem

/// The clipboard program: it parses its flags and serves until the display or the bus ends, or a signal arrives.
@main enum Main {
  static func main() {
    StandardStream.ensureOpen()
    CoreFile.omitMemory()
    Interruption.failAtFileSizeLimit()
    do throws(UsageError) {
      switch try Invocation(program: ProgramArguments.all) {
      case .showHelp: StandardStream.output.print(Invocation.help)
      case .showVersion: StandardStream.output.print("dragclip \(Release.version)\n")
      case .serve(let options): ProgramExit.now(ClipboardProgram.run(options))
      }
    } catch {
      StandardStream.error.print(error.text(of: "dragclip"))
      ProgramExit.now(2)
    }
  }
}
