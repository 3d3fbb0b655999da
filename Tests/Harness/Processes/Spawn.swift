package import CLinux

/// The arguments of posix_spawn(3) for a program that inherits no other descriptors.
package struct Spawn {
  /// A path, or a name that is looked up in PATH.
  var executable: String
  var arguments: [String]
  var environment: [String: String]
  var workingFolder: String?
  /// These become descriptors 0, 1, 2 … of the program; it gets no others.
  var descriptors: [Int32]
  /// A terminal that becomes the controlling one and descriptors 0, 1 and 2; then `descriptors` is empty.
  var terminal: String?

  package init(
    executable: String, arguments: [String], environment: [String: String],
    workingFolder: String? = nil, descriptors: [Int32], terminal: String? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingFolder = workingFolder
    self.descriptors = descriptors
    self.terminal = terminal
  }

  /// Waits for the end of a child process and gives its status (wait(2)).
  @discardableResult
  package static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, linux_errno() == EINTR {}
    return status
  }

  /// Starts the program in a process group of its own (a session, with a terminal) and gives its id.
  package func start() throws(HarnessFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }

    // Duplicates the descriptors to high numbers first, so that none is overwritten before it was copied.
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    for descriptor in descriptors {
      copies.append(
        try checked("fcntl(F_DUPFD_CLOEXEC)", linux_fcntl(descriptor, F_DUPFD_CLOEXEC, 100)))
    }
    for (number, copy) in copies.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, copy, Int32(number))
    }
    if let terminal {
      // The first terminal that a session leader opens becomes its controlling one.
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, Int32(max(copies.count, 3)))
    if let workingFolder { posix_spawn_file_actions_addchdir_np(&actions, workingFolder) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    flags |= Int32(terminal == nil ? POSIX_SPAWN_SETPGROUP : POSIX_SPAWN_SETSID)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)

    var argv: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in argv + envp { free(string) } }

    var identifier: pid_t = 0
    let error = posix_spawnp(&identifier, executable, &actions, &attributes, &argv, &envp)
    guard error == 0 else {
      throw HarnessFailure("cannot start \(executable): \(String(cString: strerror(error)))")
    }
    return identifier
  }
}
