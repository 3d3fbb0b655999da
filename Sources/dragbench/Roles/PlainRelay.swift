internal import CLinux
internal import DragSystem

/// Runs dragd's relay alone, from standard input to standard output.
enum PlainRelay {
  static func serve(_ arguments: [String]) throws {
    let loop = try EventLoop()
    let pool = WorkerPool(remote: loop.remote, threads: 2, perLane: 2)
    let input = try StandardStream.input.duplicate()
    let output = try StandardStream.output.duplicate()
    try input.setNonBlocking()
    try output.setNonBlocking()
    let relay = Relay(from: input, to: output, lane: .named("bench"), pool: pool, loop: loop) { _ in
    }
    while !relay.isOver { loop.turn(timeout: nil) }
  }
}
