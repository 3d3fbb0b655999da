internal import CXCB

/// Why there is no connection to an X server. `display` is the value of DISPLAY, or the name that replaces it.
package enum ConnectionFailure: Error, Equatable, Sendable {
  case noDisplay
  case badName(display: String)
  case refused(display: String)
  case lost(display: String)
  case noXFixes(display: String)
  case silent(display: String, microseconds: UInt64)
  case system(String)

  /// From the code of `xcb_connection_has_error`.
  static func code(_ code: Int32, display: String) -> ConnectionFailure {
    switch code {
    case XCB_CONN_CLOSED_PARSE_ERR: .badName(display: display)
    case XCB_CONN_ERROR: .refused(display: display)
    default: .lost(display: display)
    }
  }
}

extension ConnectionFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noDisplay: "DISPLAY is not set; it names the X server, such as “:0”"
    case .badName(let display):
      "DISPLAY is “\(display)”, which does not name an X server as “:0” does"
    case .refused(let display):
      "no X server accepts a connection at “\(display)”; it must run, and XAUTHORITY must name a file with its cookie"
    case .lost(let display): "the X server at “\(display)” ended the connection during its setup"
    case .noXFixes(let display):
      "the X server at “\(display)” lacks the extension XFIXES, which reports the owners of selections"
    case .silent(let display, let microseconds):
      "the X server at “\(display)” has not answered within \(microseconds / 1_000) ms"
    case .system(let text): text
    }
  }
}
