package import DragSystem

/// Why a compositor's selections cannot be used.
package enum WaylandError: Error, Equatable, Sendable {
  /// The caller gave no name, and WAYLAND_DISPLAY is not set.
  case noName
  /// The name is relative, and XDG_RUNTIME_DIR is not set.
  case noRuntimeFolder(name: String)
  case cannotConnect(path: String, SystemError)
  /// A system call that does not concern the compositor failed.
  case system(SystemError)
  /// The compositor has accepted the connection but does not answer.
  case noAnswer(path: String, milliseconds: Int)
  /// The compositor has ended the connection.
  case lost(path: String, reason: String)
  /// The compositor lets no program see selections without a window.
  case noDataControl(path: String)
  case noSeat(path: String)
}

extension WaylandError: CustomStringConvertible {
  /// For people.
  package var description: String {
    switch self {
    case .noName:
      "WAYLAND_DISPLAY is not set: it has to name the compositor's socket"
    case .noRuntimeFolder(let name):
      "XDG_RUNTIME_DIR is not set: it has to name the folder of the compositor's socket “\(name)”"
    case .cannotConnect(let path, let error):
      "no Wayland compositor at \(path): \(error)"
    case .system(let error):
      "\(error)"
    case .noAnswer(let path, let milliseconds):
      "the Wayland compositor at \(path) has not answered within \(milliseconds) ms"
    case .lost(let path, let reason):
      "the Wayland compositor at \(path) has ended the connection: \(reason)"
    case .noDataControl(let path):
      "the Wayland compositor at \(path) has neither ext_data_control_manager_v1 nor "
        + "zwlr_data_control_manager_v1"
    case .noSeat(let path):
      "the Wayland compositor at \(path) has no seat"
    }
  }
}
