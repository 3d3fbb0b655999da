internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// The beginning of content that dragd holds, however long that is.
struct ContentPrefix {
  /// The most bytes that are read.
  let count: Int

  /// Accepts the first item in the first type that it has, and cancels what is longer.
  func accept(
    _ offer: Identifier, types: [String], _ connection: BrokerConnection
  ) throws(Failure) -> [UInt8] {
    var options = AcceptOptions()
    options.delivery = .stream
    options.inlineMax = UInt64(count)
    let part = try connection.accept(offer, item: 0, types: types, options)
    switch part.content {
    case .data(let bytes): return bytes
    case .descriptor(let pipe):
      let bytes = try read(pipe)
      if let transfer = part.transfer {
        try connection.ask { () throws(RequestError) in
          try .cancel(transfer, reason: "only its beginning is shown")
        }
      }
      return bytes
    case .later: return []
    }
  }

  private func read(_ pipe: SharedDescriptor) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      while bytes.count < count {
        let more = try pipe.descriptor.read(upTo: count - bytes.count)
        if more.isEmpty { break }
        bytes += more
      }
    } catch {
      throw Failure(
        .incomplete, translated("the content cannot be read: {reason}", ["reason": error.reason]))
    }
    return bytes
  }
}
