internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Offers one item of SIZE bytes that it makes on demand, and prints the offer's id.
///
/// With a second argument, COUNT, it waits until so many streams are requested. Then it prints a line, waits for a line
/// on standard input, and writes all streams at once.
enum LazySource {
  static func serve(_ arguments: [String]) throws {
    guard let size = arguments.first.flatMap({ Int($0) }) else {
      throw BenchFailure("lazy-source SIZE [COUNT]")
    }
    let gate = arguments.dropFirst().first.flatMap { Int($0) }
    let loop = try EventLoop()
    let connection = try BrokerConnection.session()
    let writers = StreamWriters(size: size, count: gate ?? 1, loop: loop)
    let pool = WorkerPool(remote: loop.remote, threads: 64, perLane: 1)
    connection.onDisconnect = { loop.stop() }
    func finish(_ request: ProvideRequest, _ isWhole: Bool) {
      isWhole ? request.succeed(bytes: UInt64(size)) : request.fail("the pipe has no reader")
    }
    connection.serveSource(
      at: "/source",
      SourceHandlers { request in
        guard gate == nil else { return writers.enqueue(request) }
        guard let pipe = request.pipe else { return }
        // The pipe takes so few bytes without blocking, so no thread is needed.
        guard size > 1 << 16 else {
          let isWhole = ChunkWriter.write(size, to: pipe.descriptor)
          return finish(request, isWhole)
        }
        pool.run(lane: .transfer(request.transfer)) {
          ChunkWriter.write(size, to: pipe.descriptor)
        } then: { isWhole in
          finish(request, isWhole)
        }
        request.closePipe()
      })
    connection.attach(to: loop)
    var options = OfferOptions()
    options.source = "/source"
    let item = Offers.item(.lazy(size: UInt64(size)))
    connection.perform(try .offer([item], options)) { result in
      switch result {
      case .success(let offer): Console.say(offer.description)
      case .failure(let error): Console.say("cannot offer: \(error.message)")
      }
    }
    let input = try StandardStream.input.duplicate()
    let watch = try loop.watch(input, for: .readable) { _ in
      guard let line = try? input.read(upTo: 64), !line.isEmpty else { return loop.stop() }
      writers.startAll()
    }
    loop.run()
    watch.cancel()
  }
}
