internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Content that is kept in memory, up to a number of bytes.
struct LimitedContent {
  /// What becomes of longer content.
  enum Excess {
    /// The content is of use only as a whole, such as a list of files.
    case refused
    /// The beginning is enough: the transfer of the rest is cancelled.
    case cancelled
  }

  let mostBytes: Int
  let excess: Excess

  /// Accepts an item in the first type that it has.
  ///
  /// - Parameter deadline: nil for content that dragd holds.
  func accept(
    _ offer: Identifier, item: UInt32 = 0, types: [String], _ connection: BrokerConnection,
    deadline: Deadline? = nil
  ) throws(Failure) -> [UInt8] {
    var options = AcceptOptions()
    switch excess {
    case .refused: options.delivery = .any
    case .cancelled:
      options.delivery = .stream
      options.inlineMax = UInt64(mostBytes)
    }
    let part = try connection.accept(
      offer, item: item, types: types, options,
      timeout: deadline?.callTimeout ?? VerbSession.timeout)
    switch part.content {
    case .data(let bytes): return bytes
    case .descriptor(let source):
      let bytes = try read(source)
      if excess == .cancelled, let transfer = part.transfer {
        try connection.ask { () throws(RequestError) in
          try .cancel(transfer, reason: "only its beginning is shown")
        }
      }
      return bytes
    case .later:
      guard let transfer = part.transfer else {
        throw Failure(.other, translated("dragd's reply to Accept has no content"))
      }
      return try read(
        try connection.ask(timeout: deadline?.remaining) { () throws(RequestError) in
          try .receive(part.type, of: transfer)
        })
    }
  }

  /// Reads a file, or a pipe where the rest is cancelled.
  private func read(_ source: SharedDescriptor) throws(Failure) -> [UInt8] {
    let limit = excess == .refused ? mostBytes + 1 : mostBytes
    var bytes: [UInt8] = []
    try mapError { () throws(SystemError) in
      while bytes.count < limit {
        let count = limit - bytes.count
        let more =
          excess == .refused
          ? try source.descriptor.read(upTo: count, at: UInt64(bytes.count))
          : try source.descriptor.read(upTo: count)
        if more.isEmpty { return }
        bytes += more
      }
    } to: {
      Failure(
        .incomplete, translated("the content cannot be read: {reason}", ["reason": $0.reason]))
    }
    guard bytes.count > mostBytes else { return bytes }
    throw Failure(
      .refused,
      translated(
        "dragctl reads no list of more than {count} bytes", ["count": mostBytes]))
  }
}
