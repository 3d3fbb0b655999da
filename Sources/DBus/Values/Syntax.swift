internal import CDBus

/// The specification's rules for names, paths and signatures; libdbus aborts the process on an invalid one.
package enum Syntax {
  package static func isObjectPath(_ text: String) -> Bool {
    holds(text) { dbus_validate_path($0, nil) }
  }

  /// A unique or well-known bus name.
  package static func isBusName(_ text: String) -> Bool {
    holds(text) { dbus_validate_bus_name($0, nil) }
  }

  package static func isInterface(_ text: String) -> Bool {
    holds(text) { dbus_validate_interface($0, nil) }
  }

  package static func isMember(_ text: String) -> Bool {
    holds(text) { dbus_validate_member($0, nil) }
  }

  package static func isErrorName(_ text: String) -> Bool {
    holds(text) { dbus_validate_error_name($0, nil) }
  }

  /// Exactly one complete type.
  package static func isCompleteType(_ text: String) -> Bool {
    holds(text) { dbus_signature_validate_single($0, nil) }
  }

  private static func holds(
    _ text: String, _ check: (UnsafePointer<CChar>) -> dbus_bool_t
  ) -> Bool {
    text.withCStringOrNil { pointer in pointer.map { check($0) != 0 } ?? false }
  }
}

extension String {
  /// The text as a C string, or nil if it contains a NUL, at which C would cut it.
  func withCStringOrNil<T>(_ body: (UnsafePointer<CChar>?) -> T) -> T {
    let length = utf8.count
    return withCString { pointer in
      // The terminating NUL is at `length`; any other is before it.
      memchr(pointer, 0, length) == nil ? body(pointer) : body(nil)
    }
  }
}
