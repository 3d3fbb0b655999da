internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Content that is kept in memory: a list of files, what a command is handed.
struct SmallContent {
  /// More is refused.
  let mostBytes: Int

  /// Accepts the first item in the first type that it has, and waits until all of it is here.
  func accept(
    _ offer: Identifier, types: [String], _ connection: BrokerConnection, deadline: Deadline
  ) throws(Failure) -> [UInt8] {
    var options = AcceptOptions()
    options.delivery = .any
    let part = try connection.accept(
      offer, item: 0, types: types, options, timeout: deadline.callTimeout)
    switch part.content {
    case .data(let bytes): return bytes
    case .descriptor(let file): return try read(file)
    case .later:
      guard let transfer = part.transfer else {
        throw Failure(.other, translated("dragd's reply to Accept has no content"))
      }
      return try read(
        try connection.ask(timeout: deadline.remaining) { () throws(RequestError) in
          try .receive(part.type, of: transfer)
        })
    }
  }

  private func read(_ file: SharedDescriptor) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      while bytes.count <= mostBytes {
        let more = try file.descriptor.read(
          upTo: mostBytes + 1 - bytes.count, at: UInt64(bytes.count))
        if more.isEmpty { return bytes }
        bytes += more
      }
    } catch {
      throw Failure(
        .incomplete, translated("the content cannot be read: {reason}", ["reason": error.reason]))
    }
    throw Failure(
      .refused,
      translated(
        "a list of more than {count} bytes is none that dragctl reads", ["count": mostBytes]
      ))
  }
}
