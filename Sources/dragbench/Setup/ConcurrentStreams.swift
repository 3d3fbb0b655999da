internal import DragProtocol
internal import DragSystem
internal import Harness

/// Streams that start at the same moment; one thread reads them in turn.
struct ConcurrentStreams {
  let offer: LazyOffer
  let count: Int
  private let bus: BenchBus
  private let reader = BufferReader()

  /// The result of one run.
  struct Result {
    /// Seconds from the start to the end of the last stream.
    var whole: Double
    /// Seconds from the start to the end of each stream.
    var each: [Double]

    /// The speed of the slowest stream divided by that of the fastest.
    var fairness: Double { (each.min() ?? 1) / (each.max() ?? 1) }
  }

  /// Streams of `size` bytes each.
  init(_ count: Int, of size: Int, on bus: BenchBus) throws {
    self.count = count
    self.bus = bus
    offer = try LazyOffer(size, together: count, on: bus)
  }

  /// - Parameter dead: the number of streams that are not read until the others have ended.
  func run(dead: Int = 0) throws -> Result {
    let receiver = try Receiver(on: bus, reader)
    let seen = offer.source.standardOutput.utf8.count
    var streams: [AcceptedStream] = []
    for _ in 0..<count { streams.append(try receiver.accept(offer.id)) }
    _ = try offer.source.waitForOutput(after: seen)
    let loop = try EventLoop()
    let clock = ContinuousClock()
    var watches: [Int: Watch] = [:]
    var each: [Double] = []
    var failure: (any Error)?
    let start = clock.now
    for (index, stream) in streams.dropFirst(dead).enumerated() {
      watches[index] = try loop.watch(stream.pipe.descriptor, for: .readable) { _ in
        do {
          guard try reader.read(stream.pipe.descriptor) == 0 else { return }
          each.append((clock.now - start) / .seconds(1))
        } catch let error {
          failure = error
        }
        watches.removeValue(forKey: index)?.cancel()
      }
    }
    try offer.start()
    while !watches.isEmpty { loop.turn(timeout: nil) }
    if let failure { throw failure }
    let whole = (clock.now - start) / .seconds(1)
    for stream in streams.prefix(dead) { _ = try reader.drain(stream.pipe.descriptor) }
    for stream in streams { try receiver.finish(stream) }
    return Result(whole: whole, each: each)
  }
}
