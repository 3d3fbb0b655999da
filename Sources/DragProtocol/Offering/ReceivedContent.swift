/// What stands behind a representation in an Offer or AddItems message.
package enum ReceivedContent: Hashable, Sendable {
  case bytes([UInt8])
  /// Which of the descriptors in the message, counted from 0 in the order in which they stand there.
  case descriptor(Int)
  /// The source makes it on demand, in as many bytes as it promises.
  case lazy(size: UInt64?)

  var isLazy: Bool {
    switch self {
    case .lazy: true
    case .bytes, .descriptor: false
    }
  }
}

/// What a client puts into such a message.
package typealias SentContent = ReceivedContent
