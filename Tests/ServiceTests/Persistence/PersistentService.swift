import Foundation
import Harness
import Testing

/// A private bus with dragd under a stand-in for the service manager, which keeps its descriptors.
final class PersistentService {
  let fixture: Fixture
  let bus: PrivateBus
  private(set) var manager: DescriptorStore
  private(set) var daemon: Program
  let observer: Peer
  private let arguments: [String]

  /// - Parameters:
  ///   - shortage: of room for the state file; nil where there is enough.
  ///   - bytes: for which there is room then.
  static func run(
    _ kind: PrivateBus.Kind, _ arguments: [String] = [], with shortage: Shortage? = nil,
    roomFor bytes: Int = 0,
    _ body: (PersistentService) throws -> Void
  ) throws {
    try Fixture.run { fixture in
      try body(try PersistentService(fixture, kind, arguments, shortage, bytes))
    }
  }

  private init(
    _ fixture: Fixture, _ kind: PrivateBus.Kind, _ arguments: [String], _ shortage: Shortage?,
    _ bytes: Int
  ) throws {
    self.fixture = fixture
    self.arguments = arguments
    bus = try fixture.bus(kind)
    manager = try DescriptorStore(in: fixture.folder)
    let command = try shortage?.command(
      [Built.dragd] + arguments, bytes, at: fixture.folder.makeFolder("runtime/dragd"))
    daemon = try manager.start(
      command?.executable ?? Built.dragd, command?.arguments ?? arguments, in: fixture, on: bus)
    observer = try Self.peer(fixture, bus)
    try waitForDaemon()
  }

  func peer() throws -> Peer { try Self.peer(fixture, bus) }

  private static func peer(_ fixture: Fixture, _ bus: PrivateBus) throws -> Peer {
    try Peer(fixture, on: bus)
  }

  private func waitForDaemon() throws {
    try eventually("dragd to have its name; \(daemon.standardError)") {
      try observer.callBus("NameHasOwner", "s", [.string(Names.broker)])[0] == true
    }
  }

  /// Sends SIGKILL to dragd and starts it again; `meanwhile` runs while there is no dragd.
  func crash(arguments more: [String] = [], meanwhile: () throws -> Void = {}) throws {
    daemon.kill()
    try comeBack(more, meanwhile)
  }

  /// Ends dragd and starts it again, as the manager restarts a service.
  func restart(after signal: Int32 = SIGTERM) throws {
    daemon.send(signal)
    #expect(try daemon.wait().exit == (signal == SIGTERM ? .success : .signalled(signal)))
    try comeBack([], {})
  }

  /// Starts dragd again after a test has ended it.
  func comeBack() throws { try comeBack([], {}) }

  private func comeBack(_ more: [String], _ meanwhile: () throws -> Void) throws {
    try manager.settle()
    try eventually("the bus to see dragd's end") {
      try observer.callBus("NameHasOwner", "s", [.string(Names.broker)])[0] == false
    }
    try meanwhile()
    daemon.close()
    daemon = try manager.start(Built.dragd, arguments + more, in: fixture, on: bus)
    try waitForDaemon()
  }

  /// The path of the state file. Checks that there is at most one file, none of them half written.
  var stateFile: String? {
    get throws {
      let files = try fixture.run("find", [fixture.folder.path("runtime/dragd"), "-type", "f"])
        .output.split(separator: "\n")
      #expect(files.count <= 1, "\(files)")
      return files.first.map(String.init)
    }
  }

  /// Everything that a peer can see of an offer; accepts every representation once.
  func view(_ offer: String, to peer: Peer? = nil) throws -> Value {
    let peer = peer ?? observer
    let items = try peer.items(of: offer)
    var contents: [Value] = []
    for (index, item) in items.enumerated() {
      for keys in item[1].array {
        let type = keys["type"].inside.string ?? ""
        let content = try content(
          of: offer, item: UInt32(index), type, to: peer)
        contents.append([.string(type), .string(content.sha256), Value(UInt64(content.length))])
      }
    }
    return [
      .object(try peer.properties(of: offer, Names.offer)), .array(items), .array(contents),
    ]
  }

  func content(
    of offer: String, item: UInt32 = 0, _ type: String, to peer: Peer? = nil
  ) throws -> Bytes {
    let peer = peer ?? observer
    let delivered = try #require(
      try peer.accept(offer, items: [item], types: [type], ["delivery": .s("file")]).first)
    let file = try delivered.fd ?? peer.receive(delivered.transfer, type).fd
    let bytes = try peer.read(file)
    try peer.close(file)
    if delivered.transfer != "/" { try peer.finish(delivered.transfer) }
    return bytes
  }
}
