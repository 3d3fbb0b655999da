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

  func begin() throws { try source.write("go\n") }
}
