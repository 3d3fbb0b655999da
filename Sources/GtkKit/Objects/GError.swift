internal import CGtk

/// An error of GLib's.
package struct GLibError: Error, CustomStringConvertible {
  /// Whose error it is, as “g-io-error-quark”.
  package let domain: String
  package let code: Int
  /// For people, in their language.
  package let message: String

  /// Takes it over.
  init(taking error: UnsafeMutablePointer<GError>) {
    domain = String(cString: g_quark_to_string(error.pointee.domain))
    code = Int(error.pointee.code)
    message = String(cString: error.pointee.message)
    g_error_free(error)
  }

  package var description: String { message }

  /// Whether it only says that a Cancellable was cancelled.
  package var isCancellation: Bool {
    domain == "g-io-error-quark" && code == Int(G_IO_ERROR_CANCELLED.rawValue)
  }
}

/// Calls something that reports by a GError.
func throwing<Value>(
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
) throws(GLibError) -> Value {
  var error: UnsafeMutablePointer<GError>?
  let value = body(&error)
  if let error { throw GLibError(taking: error) }
  return value
}
