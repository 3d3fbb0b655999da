internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Harness

/// A source in another process whose content is made on demand.
struct LazyOffer {
  let source: Program
  let id: Identifier
  let size: Int

  /// - Parameter count: streams that begin together, once `begin()` is called; nil: each at once.
  init(_ size: Int, together count: Int? = nil, on stage: Stage) throws {
    self.size = size
    source = try stage.start(
      .lazySource, ["\(size)"] + (count.map { ["\($0)"] } ?? []), input: .pipe)
    let line = try source.firstLine()
    guard let id = Identifier(String(line.split(separator: "/").last ?? "")) else {
      throw BenchFailure("the source says: \(line)")
    }
    self.id = id
  }

  /// Accepts it, reads it whole, and finishes.
  func take(with client: BrokerConnection, _ reader: StreamReader) throws {
    let stream = try client.acceptStream(id)
    guard try reader.drain(stream.pipe.descriptor) == size else {
      throw BenchFailure("the stream is not whole")
    }
    _ = try client.perform(.finish(stream.transfer))
  }

  /// Seconds from the call of Accept to the first byte; then reads the others, and finishes. What the end of a transfer
  /// leaves to be done is done before this returns.
  func firstByte(with client: BrokerConnection, _ reader: StreamReader) throws -> Double {
    var stream: AcceptedStream?
    let time = try seconds {
      stream = try client.acceptStream(id)
      _ = try stream.map { try reader.read($0.pipe.descriptor, upTo: 1) }
    }
    guard let stream else { throw BenchFailure("nothing was accepted") }
    _ = try reader.drain(stream.pipe.descriptor)
    _ = try client.perform(.finish(stream.transfer))
    let ping = try Message.call(
      to: BusName.broker, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
    _ = try client.bus.callAndWait(ping, timeout: nil)
    return time
  }

  func begin() throws { try source.write("go\n") }
}
