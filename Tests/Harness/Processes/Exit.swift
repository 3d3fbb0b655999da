internal import CLinux

/// How a program ended.
package enum Exit: Hashable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case signalled(Int32)

  /// Exit status 0.
  package static var success: Exit { .exited(0) }

  /// Reads the result of waitid(2).
  init(_ information: siginfo_t) {
    let status = information._sifields._sigchld.si_status
    self = information.si_code == Int32(CLD_EXITED) ? .exited(status) : .signalled(status)
  }

  package var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): "killed by \(String(cString: strsignal(signal)))"
    }
  }
}
