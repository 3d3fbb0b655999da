internal import CLinux
internal import CPeers
internal import DragSystem
internal import Foundation

/// The broker and the source of a lazy Accept in C: see CPeers.
enum PlainParties {
  static let broker = "org.dragd.PlainBroker"
  static let source = "org.dragd.PlainSource"

  static func serveBroker() throws { try serve { peer_lazy_broker($0, broker, source) } }
  static func serveSource() throws { try serve { peer_lazy_source($0, source) } }

  private static func serve(_ body: (String) -> Int32) throws {
    let address = Environment["DBUS_SESSION_BUS_ADDRESS"] ?? []
    guard body(String(decoding: address, as: UTF8.self)) == 0 else {
      throw BenchFailure("the parties in C did not start")
    }
  }
}

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

/// Writes SIZE bytes to standard output for every line of standard input.
enum PlainWriter {
  static func serve(_ arguments: [String]) throws {
    guard let size = arguments.first.flatMap({ Int($0) }) else {
      throw BenchFailure("writer SIZE")
    }
    let output = try StandardStream.output.duplicate()
    while readLine() != nil {
      guard ChunkWriter.write(size, to: output) else { return }
    }
  }
}

/// The peer in C: see CPeers.
enum EchoService {
  static let name = "org.dragd.Echo"

  static func serve(_ arguments: [String]) throws {
    let address = Environment["DBUS_SESSION_BUS_ADDRESS"] ?? []
    guard peer_echo(String(decoding: address, as: UTF8.self), name) == 0 else {
      throw BenchFailure("the echo did not start")
    }
  }
}

/// The simplest window of this desktop: see CPeers.
enum EmptyWindow {
  static func show(_ arguments: [String]) throws {
    guard let frames = arguments.first, peer_window(frames) == 0 else {
      throw BenchFailure("there is no libadwaita")
    }
  }
}

/// Holds 1 GiB in a memfd, as dragd would, until standard input ends.
enum HeldMemory {
  static func serve(_ arguments: [String]) throws {
    let memory = try Offers.memory(BigFile.gibibyte)
    try StandardStream.output.write(Array("ready\n".utf8))
    _ = FileHandle.standardInput.readDataToEndOfFile()
    withExtendedLifetime(memory) {}
  }
}
