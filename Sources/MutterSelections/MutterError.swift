package import DBus

/// Why mutter's clipboard cannot be used.
package enum MutterError: Error, Hashable, Sendable {
  /// No program has mutter's name: the desktop is another one.
  case notRunning
  /// The bus passes no file descriptors, and mutter passes content by descriptors only.
  case noDescriptors
  /// mutter or the bus refuses.
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
