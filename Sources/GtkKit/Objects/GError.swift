internal import CGtk

/// A GError.
package struct GLibError: Error, CustomStringConvertible {
  /// The domain, such as “g-io-error-quark”.
  package let domain: String
  package let code: Int
  /// The message in the person's language.
  package let message: String

  /// Copies the error and frees it.
  init(adopting error: UnsafeMutablePointer<GError>) {
    domain = String(cString: g_quark_to_string(error.pointee.domain))
    code = Int(error.pointee.code)
    message = String(cString: error.pointee.message)
    g_error_free(error)
  }

  package var description: String { message }

  /// Whether the error reports the cancellation of a Cancellable.
  package var isCancellation: Bool {
    domain == "g-io-error-quark" && code == Int(G_IO_ERROR_CANCELLED.rawValue)
  }
}

/// Calls a function that reports errors by a GError.
func throwing<Value>(
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
) throws(GLibError) -> Value {
  var error: UnsafeMutablePointer<GError>?
  let value = body(&error)
  if let error { throw GLibError(adopting: error) }
  return value
}
