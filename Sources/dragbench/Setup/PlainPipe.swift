internal import CLinux
internal import CPeers
internal import DragConnection
internal import DragSystem
internal import Harness

/// The writer on a pipe of its own, or with only dragd's relay between it and the reader.
final class PlainPipe {
  private let writer: RawProcess
  private let relay: RawProcess?
  private let go: OwnedFileDescriptor
  private let end: OwnedFileDescriptor
  private let size: Int

  /// - Parameters:
  ///   - capacity: of the pipe, in bytes; 64 KiB is what a shell's has (pipe(7)).
  ///   - isRelayed: with a second pipe and a relay between them.
  init(_ size: Int, capacity: Int, isRelayed: Bool = false) throws {
    self.size = size
    let commands = try Pipe(capacity: 1 << 16)
    let first = try Pipe(capacity: capacity)
    writer = try RawProcess(
      [Built.dragbench, "--as", Role.writer.rawValue, "\(size)"], input: commands.reader,
      output: first.writer)
    go = commands.releaseWriter()
    if isRelayed {
      let second = try Pipe(capacity: capacity)
      relay = try RawProcess(
        [Built.dragbench, "--as", Role.relay.rawValue], input: first.reader, output: second.writer)
      end = second.releaseReader()
    } else {
      relay = nil
      end = first.releaseReader()
    }
  }

  func read(_ reader: BufferReader) throws {
    try go.write(all: [0x0a])
    guard try reader.drain(end, upTo: size) == size else {
      throw BenchFailure("the pipe ended early")
    }
  }
}

/// A process on two descriptors, killed with this object.
final class RawProcess {
  private let process: pid_t

  init(
    _ words: [String], input: borrowing OwnedFileDescriptor, output: borrowing OwnedFileDescriptor
  ) throws {
    process = try Spawn(
      executable: words[0], arguments: Array(words.dropFirst()),
      environment: Program.baseEnvironment, descriptors: [input.rawValue, output.rawValue]
    ).start()
  }

  deinit {
    kill(process, SIGKILL)
    Spawn.wait(for: process)
  }
}

/// A bare lazy Accept with all parties in C: the lower bound for its messages, its pipes and the switches between four
/// processes.
struct PlainAccept {
  private let connection: OpaquePointer

  init(on bus: BenchBus) throws {
    guard let connection = peer_connect(bus.server.address) else {
      throw BenchFailure("no connection for the peer in C")
    }
    self.connection = connection
    for (role, name) in [
      (Role.plainSource, PlainParties.source), (.plainBroker, PlainParties.broker),
    ] {
      _ = try bus.start(role)
      try Echoes.wait(for: name, bus.client.bus)
    }
  }

  /// Seconds until the first byte.
  func firstByte() throws -> Double {
    let time = peer_first_byte(connection, PlainParties.broker)
    guard time >= 0 else { throw BenchFailure("no byte came through the broker in C") }
    return time
  }
}
