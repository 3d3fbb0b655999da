internal import DragConnection
internal import DragModel
internal import Harness

/// A source in another process whose content is made on demand.
struct LazyOffer {
  let source: Program
  let id: Identifier

  /// - Parameter count: streams that begin together, once `begin()` is called; nil: each at once.
  init(_ size: Int, together count: Int? = nil, on stage: Stage) throws {
    source = try stage.start(
      .lazySource, ["\(size)"] + (count.map { ["\($0)"] } ?? []), input: .pipe)
    let line = try source.firstLine()
    guard let id = Identifier(String(line.split(separator: "/").last ?? "")) else {
      throw BenchFailure("the source says: \(line)")
    }
    self.id = id
  }

  func start() throws { try source.write("go\n") }
}
