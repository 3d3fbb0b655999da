/// How long others may take, in microseconds, and how much they may ask for at once.
struct MutterLimits {
  /// mutter's replies.
  var reply: UInt64 = 5_000_000
  /// An owner's first byte, at each attempt.
  var firstByte: UInt64 = 2_000_000
  /// mutter asks X11 owners from one window, for itself too (it reads images and text of each owner). Some owners, as
  /// xclip, drop a request from a window that they still send to.
  var readAttempts = 2
  /// An owner, or content, between two bytes.
  var sourceStall: UInt64 = 5_000_000
  /// An owner that has lost the clipboard or was killed: mutter gives no end for a killed one.
  var replacedOwner: UInt64 = 1_000_000
  /// A destination or a program that pastes.
  var destinationStall: UInt64 = 10_000_000
  /// The answer to a request: mutter forgets requests after 15 s, and an X11 program then waits for ever.
  var request: UInt64 = 12_000_000
  /// Content that answers a request.
  var contentStall: UInt64 = 10_000_000
  var reads = 64
  var requests = 128

  var replyMilliseconds: Int { Int(reply / 1_000) }
}
