/// The bus that dragd is on.
public enum DragBus: Hashable, Sendable {
  /// The session's bus: `DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`.
  case session
  /// A bus by its address, as `unix:path=…` (D-Bus specification, “Server Addresses”).
  case address(String)
}
