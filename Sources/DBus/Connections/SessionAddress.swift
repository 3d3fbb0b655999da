internal import CDBus
internal import DragSystem

/// Finds the session bus, and never starts one; libdbus would start one with dbus-launch(1).
enum SessionAddress {
  /// DBUS_SESSION_BUS_ADDRESS, else the user bus's socket where systemd has it (sd_bus_default_user(3)).
  static func find(
    variable: (String) -> String? = environmentVariable
  ) throws(BusError) -> String {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
      guard !address.hasPrefix("autolaunch:") else {
        throw missing("DBUS_SESSION_BUS_ADDRESS asks for a bus to be started")
      }
      return address
    }
    guard let folder = variable("XDG_RUNTIME_DIR"), !folder.isEmpty else {
      throw missing("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
    }
    let path = folder + "/bus"
    guard isOwnSocket(path) else {
      throw missing("DBUS_SESSION_BUS_ADDRESS is not set, and \(path) is not a socket of this user")
    }
    let escaped = allocated(dbus_address_escape_value(path))
    defer { dbus_free(escaped) }
    return "unix:path=" + String(cString: escaped)
  }

  private static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// libdbus checks the same: another user's socket there could be a trap.
  private static func isOwnSocket(_ path: String) -> Bool {
    let status = try? FileStatus.of(path: Array(path.utf8), followsLinks: false)
    return status?.kind == .socket && status?.owner == Environment.user
  }

  private static func missing(_ reason: String) -> BusError {
    BusError(name: BusError.Name.noSessionBus, message: "there is no session bus: \(reason)")
  }
}
