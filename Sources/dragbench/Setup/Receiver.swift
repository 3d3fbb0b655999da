internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// A destination of streams, on a connection of its own that only calls. dragd's signals about its transfers accumulate
/// there, and each call goes through all of them, so rows with many streams use one receiver after the other.
final class Receiver {
  private let reader: BufferReader
  private let client: BrokerConnection

  /// Several receivers may share one `reader` and its buffer, one after the other.
  init(on bus: BenchBus, _ reader: BufferReader) throws {
    self.reader = reader
    client = try bus.connect()
  }

  /// Accepts the offer's first item as a stream.
  func accept(_ offer: Identifier) throws -> AcceptedStream {
    var options = AcceptOptions()
    options.delivery = .stream
    let parts = try client.perform(.accept(offer, AcceptCall(items: [0], options: options)))
    guard let part = parts.first, let transfer = part.transfer,
      case .descriptor(let descriptor) = part.content
    else {
      throw BenchFailure("the offer did not come as a stream")
    }
    return AcceptedStream(transfer: transfer, pipe: descriptor)
  }

  func finish(_ stream: AcceptedStream) throws {
    _ = try client.perform(.finish(stream.transfer))
  }

  /// Accepts an offer of so many bytes, reads it whole, and finishes.
  func receive(_ offer: Identifier, _ size: Int) throws {
    let stream = try accept(offer)
    guard try reader.drain(stream.pipe.descriptor) == size else {
      throw BenchFailure("the stream is not whole")
    }
    try finish(stream)
  }

  /// Returns the seconds from the call of Accept to the first byte. Then it reads the others, calls Finish, and waits
  /// until dragd has ended the transfer.
  func firstByte(of offer: Identifier) throws -> Double {
    var stream: AcceptedStream?
    let time = try seconds {
      stream = try accept(offer)
      _ = try stream.map { try reader.read($0.pipe.descriptor, upTo: 1) }
    }
    guard let stream else { throw BenchFailure("nothing was accepted") }
    _ = try reader.drain(stream.pipe.descriptor)
    try finish(stream)
    let ping = try Message.call(
      to: BusName.broker, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
    _ = try client.bus.callAndWait(ping, timeout: nil)
    return time
  }
}

/// A transfer under way.
struct AcceptedStream {
  let transfer: Identifier
  let pipe: SharedDescriptor
}
