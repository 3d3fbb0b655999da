internal import CLinux

/// The service manager, systemd's for a user.
package enum ServiceManager {
  /// Whether it has started this program as a service's main process (systemd.exec(5), “SYSTEMD_EXEC_PID”).
  package static var hasStartedThisProgram: Bool {
    Environment["SYSTEMD_EXEC_PID"] == Array("\(getpid())".utf8)
  }
}
