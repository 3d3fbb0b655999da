import Harness
import Testing

/// A private bus, and dragd on it under a stand-in for the service manager, which keeps its descriptors.
final class SurvivingService {
  let fixture: Fixture
  let bus: PrivateBus
  private(set) var manager: DescriptorStore
  private(set) var daemon: Program
  let observer: Peer
  private let arguments: [String]

  static func run(
    _ kind: PrivateBus.Kind, _ arguments: [String] = [], _ body: (SurvivingService) throws -> Void
  ) throws {
    try Fixture.run { fixture in
      try body(try SurvivingService(fixture, kind, arguments))
    }
  }

  private init(_ fixture: Fixture, _ kind: PrivateBus.Kind, _ arguments: [String]) throws {
    self.fixture = fixture
    self.arguments = arguments
    bus = try fixture.bus(kind)
    manager = try DescriptorStore(in: fixture.folder)
    daemon = try manager.start(Built.dragd, arguments, in: fixture, on: bus)
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

  /// kill -9; `meanwhile` happens while there is no dragd.
  func crash(arguments more: [String] = [], meanwhile: () throws -> Void = {}) throws {
    daemon.kill()
    try comeBack(more, meanwhile)
  }

  /// As the manager restarts a service.
  func restart() throws {
    #expect(try daemon.terminate() == .success)
    try comeBack([], {})
  }

  /// Starts dragd again where a test has ended it.
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

  /// Where the state is; there is one file at most, and none that is half written.
  var stateFile: String? {
    get throws {
      let files = try fixture.run("find", [fixture.folder.path("runtime/dragd"), "-type", "f"])
        .output.split(separator: "\n")
      #expect(files.count <= 1, "\(files)")
      return files.first.map(String.init)
    }
  }

  /// All there is to see of an offer; every representation is accepted once.
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
