internal import CLinux

/// Places at which a test can have this program killed, to see what a crash there leaves behind.
///
/// In debug builds the environment decides: `DRAGD_FAIL_AT=N` kills the process (SIGKILL) when it passes its N-th
/// point, counted from 1; `DRAGD_FAIL_COUNT=FILE` appends the name of each point to a file as it is passed. In
/// release builds there is nothing of this: for that it is public, for the compiler does not take calls of what is
/// `package` away from other modules, and their names would stay.
public enum FailPoint {
  /// Goes by a point; `name` says in which step of what it lies.
  @inlinable @inline(__always)
  public static func pass(_ name: StaticString) {
    #if FAIL_POINTS
      reach(name)
    #endif
  }

  #if FAIL_POINTS
    private struct Plan {
      let fatal: Int?
      let file: [UInt8]?
      var passed = 0
    }

    /// Workers pass points too.
    private static let plan = Lock(
      Plan(
        fatal: Environment["DRAGD_FAIL_AT"].flatMap { Int(String(decoding: $0, as: UTF8.self)) },
        file: Environment["DRAGD_FAIL_COUNT"]))

    @usableFromInline
    static func reach(_ name: StaticString) {
      plan.withLock { plan in
        guard plan.fatal != nil || plan.file != nil else { return }
        plan.passed += 1
        if let file = plan.file { append(name, to: file) }
        guard plan.passed == plan.fatal else { return }
        kill(getpid(), SIGKILL)
        // Nothing more may happen until the signal has come.
        while true { pause() }
      }
    }

    /// In one write, so that processes that share the file do not tear each other's lines.
    private static func append(_ name: StaticString, to file: [UInt8]) {
      let number = withPath(file) {
        linux_open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      }
      guard number >= 0 else { return }
      defer { close(number) }
      let line = Array("\(name)\n".utf8)
      _ = write(number, line, line.count)
    }
  #endif
}
