internal import CLinux
internal import Synchronization

/// Points at which a test can kill this program, to check what a crash there leaves behind.
///
/// In debug builds the environment decides: `DRAGD_FAIL_AT=N` kills the process (SIGKILL) when it passes its N-th
/// point, counted from 1. `DRAGD_FAIL_AT=/FILE` counts down the number in a file, while the file exists, and removes
/// the file before it kills: for a process that lives longer than the test needs it. `DRAGD_FAIL_SIGNAL=NUMBER` sends
/// another signal instead, which the process may handle. `DRAGD_FAIL_COUNT=FILE` appends the name of each point to a
/// file.
///
/// Release builds have no trace of it. It is public for that: the compiler does not remove calls of `package` functions
/// in other modules, and would keep the names.
public enum FailPoint {
  /// Passes a point; `name` says which step of which operation it is.
  @inlinable @inline(__always)
  public static func pass(_ name: StaticString) {
    #if FAIL_POINTS
      reach(name)
    #endif
  }

  #if FAIL_POINTS
    private struct Plan {
      let fatal: Int?
      /// The file with the number to count down.
      let countdown: [UInt8]?
      let file: [UInt8]?
      let signal: Int32
      var passed = 0

      mutating func isOver() -> Bool {
        passed += 1
        guard let countdown else { return passed == fatal }
        return FailPoint.countDown(countdown)
      }
    }

    /// Locked, because workers pass points too.
    private static let plan = Mutex(
      Plan(
        fatal: Environment["DRAGD_FAIL_AT"].flatMap { Int(String(decoding: $0, as: UTF8.self)) },
        countdown: Environment["DRAGD_FAIL_AT"].flatMap {
          $0.first == UInt8(ascii: "/") ? $0 : nil
        },
        file: Environment["DRAGD_FAIL_COUNT"],
        signal: Environment["DRAGD_FAIL_SIGNAL"].flatMap {
          Int32(String(decoding: $0, as: UTF8.self))
        } ?? SIGKILL))

    @usableFromInline
    static func reach(_ name: StaticString) {
      plan.withLock { plan in
        guard plan.fatal != nil || plan.countdown != nil || plan.file != nil else { return }
        if let file = plan.file { append(name, to: file) }
        guard plan.isOver() else { return }
        kill(getpid(), plan.signal)
        // The signal must arrive before anything else happens.
        while plan.signal == SIGKILL { pause() }
      }
    }

    private static func countDown(_ path: [UInt8]) -> Bool {
      withPath(path) { name in
        let number = linux_open(name, O_RDWR | O_CLOEXEC, 0)
        guard number >= 0 else { return false }
        defer { close(number) }
        var text = [UInt8](repeating: 0, count: 20)
        let length = read(number, &text, text.count)
        guard length > 0, let left = Int(String(decoding: text[..<length], as: UTF8.self)) else {
          return false
        }
        guard left > 1 else {
          unlink(name)
          return true
        }
        let rest = Array("\(left - 1)".utf8)
        ftruncate(number, 0)
        pwrite(number, rest, rest.count, 0)
        return false
      }
    }

    /// In one write, so that processes that share the file do not mix their lines.
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
