internal import CLinux
internal import DragSystem
internal import Harness

/// Runs a program to its end and measures that: cold process, warm cache.
struct Command {
  var words: [String]
  var environment: [String: String]
  /// A file to read as standard input; none is /dev/null.
  var input: String?
  /// A file to write; none is /dev/null.
  var output: String?

  init(
    _ words: [String], environment: [String: String] = [:], input: String? = nil,
    output: String? = nil
  ) {
    self.words = words
    self.environment = environment
    self.input = input
    self.output = output
  }

  /// The seconds until the program has ended. Throws when it fails.
  func time() throws -> Double {
    var status: Int32 = 0
    let source = try OwnedFileDescriptor.open(input ?? "/dev/null", O_RDONLY)
    let destination = try OwnedFileDescriptor.open(
      output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    let nothing = try OwnedFileDescriptor.open("/dev/null", O_WRONLY)
    let variables = Program.baseEnvironment.merging(environment) { $1 }
    let took = try seconds {
      let process = try Spawn(
        executable: words[0], arguments: Array(words.dropFirst()), environment: variables,
        descriptors: [source.rawValue, destination.rawValue, nothing.rawValue]
      ).start()
      status = Spawn.wait(for: process)
    }
    guard status == 0 else {
      throw BenchFailure("\(words.joined(separator: " ")) failed, with status \(status)")
    }
    return took
  }

  /// Whether there is such a program.
  static func exists(_ name: String) -> Bool {
    (Program.baseEnvironment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }
}
