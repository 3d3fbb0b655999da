internal import CDBus

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
