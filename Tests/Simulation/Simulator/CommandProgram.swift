internal import CLinux
internal import CSimulation
internal import Simulation

/// A command that dragctl starts: what stands for /bin/sh knows a few programs, one after another.
enum CommandProgram {
  /// What plans use.
  static let texts = [
    "cat", "head -c 5", "printf words", "sleep 3; printf words", "cat; exit 3", "exit 0",
    "seq 20000",
    "sleep 300",
  ]
  nonisolated(unsafe) private static var world: World?
  nonisolated(unsafe) private static var count = 0

  /// From now on the programs of that world can start some.
  static func begin(_ world: World) {
    self.world = world
    sim_run_commands { text in
      let text = String(cString: text)
      CommandProgram.count += 1
      let name = "command \(CommandProgram.count) (\(text))"
      CommandProgram.world?.timeline.add("starts \(name)")
      return CommandProgram.world?.start(name) { CommandProgram.run(text) } ?? -1
    }
  }

  private static func run(_ text: String) {
    for part in text.split(separator: ";") {
      let words = part.split(separator: " ")
      switch words.first {
      case "cat": write(Files.all(of: 0))
      case "head":
        var bytes = [UInt8](repeating: 0, count: 5)
        write(Array(bytes[..<max(0, read(0, &bytes, 5))]))
      case "printf": write(Array(words[1].utf8))
      case "seq": write((1...(Int(words[1]) ?? 1)).flatMap { Array("\($0)\n".utf8) })
      case "sleep": world?.sleep(nanoseconds: (UInt64(words[1]) ?? 0) * VirtualTime.second)
      case "exit": _exit(Int32(words[1]) ?? 0)
      default: _exit(127)
      }
    }
  }

  private static func write(_ bytes: [UInt8]) {
    if !Files.write(bytes, into: 1) { raise(SIGPIPE) }
  }
}
