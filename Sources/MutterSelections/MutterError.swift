package import DBus
internal import DragSystem

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

/// How long other programs may take, in microseconds, and how many requests they may have at once.
struct MutterLimits {
  /// mutter's replies.
  var reply: UInt64 = 5_000_000
  /// An owner's first byte, at each attempt.
  var firstByte: UInt64 = 2_000_000
  /// How many times this program asks mutter. mutter requests everything from an X11 owner through one window, its own
  /// copy of text and images too. Some owners, such as xclip, drop a request of a window to which they still send.
  var readAttempts = 2
  /// An owner between two bytes.
  var sourceStall: UInt64 = 5_000_000
  /// An owner that has lost the clipboard. If it was killed, mutter never ends the pipe.
  var replacedOwner: UInt64 = 1_000_000
  /// A reader, or a program that pastes, between two bytes.
  var destinationStall: UInt64 = 10_000_000
  /// The answer to a request.
  var request: UInt64 = 12_000_000
  /// Content that answers a request, between two bytes.
  var contentStall: UInt64 = 10_000_000
  /// A program, before it sees the end of content that has failed.
  var patience = PeerCopy.patience
  var reads = 64
  var requests = 128

  var replyMilliseconds: Int { Int(reply / 1_000) }
}
