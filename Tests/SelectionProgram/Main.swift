import DisplaySelections
import DragSystem
import XSelections

/// A program on an X server's selections that obeys its standard input and tells everything on its standard output: for
/// tests that count its memory and its wake-ups, and take its server away.
///
/// An argument is the time in seconds that requestors and contents have to go on, instead of the usual ones.
@main enum Main {
  static func main() {
    Interruption.ignoreBrokenPipes()
    do throws(SystemError) {
      let loop = try EventLoop()
      let pool = WorkerPool(remote: loop.remote, threads: 32, perLane: 2)
      var limits = SelectionLimits()
      if CommandLine.arguments.count > 1, let seconds = UInt64(CommandLine.arguments[1]) {
        limits.requestorContinues = seconds * 1_000_000
        limits.contentContinues = seconds * 1_000_000
      }
      let program = SelectionProgram(loop: loop, pool: pool, limits: limits)
      program.connect()
      let input = try StandardStream.input.duplicate()
      let watch = try loop.watch(input, for: .readable) { _ in program.readInput(input) }
      loop.run()
      watch.cancel()
    } catch {
      say("failed \(error)")
    }
  }
}

func say(_ line: String) {
  try? StandardStream.output.write(Array("\(line)\n".utf8))
}
