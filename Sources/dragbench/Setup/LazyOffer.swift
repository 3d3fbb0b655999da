internal import DragConnection
internal import DragModel
internal import Harness

/// A source in another process that makes its content on demand.
struct LazyOffer {
  let source: Program
  let id: Identifier

  /// - Parameter count: the number of streams that start together when `start()` is called; nil: each starts at once.
  init(_ size: Int, together count: Int? = nil, on bus: BenchBus) throws {
    source = try bus.start(
      .lazySource, ["\(size)"] + (count.map { ["\($0)"] } ?? []), input: .pipe)
    let line = try source.firstLine()
    guard let id = Identifier(String(line.split(separator: "/").last ?? "")) else {
      throw BenchFailure("the source says: \(line)")
    }
    self.id = id
  }

  func start() throws { try source.write("go\n") }
}
