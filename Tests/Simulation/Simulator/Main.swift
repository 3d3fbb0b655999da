internal import CLinux
internal import CSimulation
internal import Simulation

@main enum Main {
  static func main() {
    startAgain()
    linux_ignore_signal(SIGPIPE)
    umask(0o022)
    // Where memory comes from must not depend on which threads have asked for some at the same real time.
    mallopt(arenaMax, 1)
    Run.warmUp()
    let mother = sim_mother()
    guard mother >= 0 else { Run.perform() }
    exit(Command.run(Array(CommandLine.arguments.dropFirst()), mother))
  }

  /// M_ARENA_MAX of malloc.h.
  private static let arenaMax: CInt = -8

  /// Hashes, addresses, surroundings and descriptors that differ from start to start would make traces that differ.
  private static func startAgain() {
    guard getenv("SWIFT_DETERMINISTIC_HASHING") == nil else {
      close_range(3, UInt32.max, 0)
      return
    }
    let libraries = getenv("LD_LIBRARY_PATH").map { String(cString: $0) }
    clearenv()
    if let libraries { setenv("LD_LIBRARY_PATH", libraries, 1) }
    setenv("PATH", "/usr/bin:/bin", 1)
    setenv("LC_ALL", "C.UTF-8", 1)
    setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/sim/bus", 1)
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
    // Once, not in every run anew.
    setenv("LD_BIND_NOW", "1", 1)
    // A run that crashes says so by its signal, at once.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    sim_fix_addresses()
    execv("/proc/self/exe", CommandLine.unsafeArgv)
  }
}
