internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Who takes streams, on a connection of its own that does nothing but call. What dragd tells it of its transfers piles
/// up there, and is gone through for each answer: many streams are taken by one receiver after the other.
final class Receiver {
  private let reader: StreamReader
  private let client: BrokerConnection

  /// `reader` can serve one receiver after the other: its buffer is there but once.
  init(on stage: Stage, _ reader: StreamReader) throws {
    self.reader = reader
    client = try stage.connect()
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

  /// Seconds from the call of Accept to the first byte; then reads the others, and finishes. What the end of a transfer
  /// leaves to be done is done before this returns.
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
