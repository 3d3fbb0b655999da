internal import CDBus

/// A D-Bus error: from a peer, from the bus, from libdbus, or from this module's own checks.
package struct BusError: Error, Hashable, Sendable {
  /// The error's name, such as `org.freedesktop.DBus.Error.NoReply`.
  package var name: String
  /// For people.
  package var message: String

  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }
}

extension BusError: CustomStringConvertible {
  package var description: String { "\(name): \(message)" }
}

extension BusError {
  /// Names of the D-Bus specification and of the reference implementation (dbus-protocol.h), and our own.
  package enum Name {
    package static let failed = "org.freedesktop.DBus.Error.Failed"
    package static let invalidArgs = "org.freedesktop.DBus.Error.InvalidArgs"
    package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    package static let noMemory = "org.freedesktop.DBus.Error.NoMemory"
    package static let noReply = "org.freedesktop.DBus.Error.NoReply"
    package static let timeout = "org.freedesktop.DBus.Error.Timeout"
    package static let disconnected = "org.freedesktop.DBus.Error.Disconnected"
    package static let notSupported = "org.freedesktop.DBus.Error.NotSupported"
    package static let noServer = "org.freedesktop.DBus.Error.NoServer"
    package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    package static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    package static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
    package static let unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
    package static let unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
    package static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
    package static let propertyReadOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
    /// There is no session bus, or the bus refused Hello. Never on the wire.
    package static let noSessionBus = "org.freedesktop.DBus.Local.NoSessionBus"
  }

  static func invalid(_ message: String) -> BusError {
    BusError(name: Name.invalidArgs, message: message)
  }

  static func tooLarge(_ message: String) -> BusError {
    BusError(name: Name.limitsExceeded, message: message)
  }

  /// This process has no descriptor left. The same write may succeed later.
  static func noDescriptor(_ message: String) -> BusError {
    BusError(name: Name.noMemory, message: message)
  }
}

/// Calls a function of libdbus that fills in a `DBusError`; throws that error if the result is nil.
func reporting<T>(
  _ body: (UnsafeMutablePointer<DBusError>) -> T?
) throws(BusError) -> T {
  var error = DBusError()
  dbus_error_init(&error)
  defer { dbus_error_free(&error) }
  if let result = body(&error) { return result }
  guard dbus_error_is_set(&error) != 0, let name = error.name else {
    throw BusError(name: BusError.Name.failed, message: "libdbus gave no reason")
  }
  throw BusError(
    name: String(cString: name), message: error.message.map { String(cString: $0) } ?? "")
}
