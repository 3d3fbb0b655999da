package import DBus

/// Why mutter's clipboard cannot be used.
package enum MutterError: Error, Hashable, Sendable {
  /// Nobody has mutter's name: the desktop is another one.
  case notRunning
  /// The bus passes no descriptors, and so no content.
  case noDescriptors
  /// mutter, or the bus, has refused.
  case refused(BusError)

  init(_ error: BusError) {
    switch error.name {
    case BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner: self = .notRunning
    default: self = .refused(error)
    }
  }
}

extension MutterError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notRunning: "no program on the bus has the name \(MutterSession.service)"
    case .noDescriptors: "the bus passes no file descriptors, which mutter's clipboard needs"
    case .refused(let error): "mutter gives no access to its clipboard: \(error.message)"
    }
  }
}
