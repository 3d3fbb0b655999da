internal import CLinux
internal import DragSystem
internal import Harness

/// Starts a program with as little as posix_spawn(3) needs, so that starting costs the same for every program.
enum Spawning {
  /// Starts it with what `actions` give it as descriptors 0, 1 and 2, and no others.
  static func start(
    _ words: [String], environment: [String: String],
    _ actions: (inout posix_spawn_file_actions_t) -> Void
  ) throws -> pid_t {
    let variables = Program.baseEnvironment.merging(environment) { $1 }
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") }
    envp.append(nil)
    defer { for string in argv + envp { free(string) } }
    var list = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&list)
    defer { posix_spawn_file_actions_destroy(&list) }
    actions(&list)
    posix_spawn_file_actions_addclosefrom_np(&list, 3)
    var process: pid_t = 0
    let failure = posix_spawnp(&process, words[0], &list, nil, &argv, &envp)
    guard failure == 0 else {
      throw BenchFailure("cannot start \(words[0]): \(String(cString: strerror(failure)))")
    }
    return process
  }

  /// Waits for its end and gives its status (wait(2)).
  @discardableResult
  static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, linux_errno() == EINTR {}
    return status
  }
}
