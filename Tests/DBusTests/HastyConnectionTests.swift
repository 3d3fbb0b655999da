import DragSystem
import Foundation
import Harness
import Testing

@testable import DBus

/// Connections whose first call goes out together with Hello.
@Suite(.serialized)
struct HastyConnectionTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func `the first call gets its reply, and the name is known`(_ kind: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(kind)
      let service = try ServiceThread(address: bus.address)
      defer { service.close() }
      let client = try Connection.open(address: bus.address, isHasty: true)
      let message = try Message.call(to: service.name, path: "/", interface: nil, member: "Echo")
      try message.write { writer throws(BusError) in try writer.append("hello") }
      let reply = try client.callAndWait(message, timeout: 20_000)
      var reader = reply.read()
      #expect(try reader.string() == "hello")
      #expect(client.uniqueName.hasPrefix(":"))
      #expect(reply.destination == client.uniqueName)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `its name and what the bus passes can be asked for first`(_ kind: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(kind)
      let client = try Connection.open(address: bus.address, isHasty: true)
      #expect(client.uniqueName.hasPrefix(":"))
      let other = try Connection.open(address: bus.address, isHasty: true)
      #expect(other.passesDescriptors)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `the first call may carry a descriptor`(_ kind: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(kind)
      let service = try ServiceThread(address: bus.address)
      defer { service.close() }
      let client = try Connection.open(address: bus.address, isHasty: true)
      let message = try Message.call(to: service.name, path: "/", interface: nil, member: "Echo")
      let file = OwnedFileDescriptor(adopting: open("/dev/null", O_RDONLY | O_CLOEXEC))
      try message.write { writer throws(BusError) in
        try writer.append("with a file")
        try writer.append(descriptor: file)
      }
      var reader = try client.callAndWait(message, timeout: 20_000).read()
      #expect(try reader.string() == "with a file")
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `on a loop it is like any other connection`(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let service = try party.service()
      let client = try Connection.open(address: party.bus.address, isHasty: true)
      client.attach(to: party.loop)
      let result = try party.answer(to: call(service, "Echo", "Grüße"), from: client)
      #expect(try result.string() == "Grüße")
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `work is done once while a call is on its way`(_ kind: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(kind)
      let service = try ServiceThread(address: bus.address)
      defer { service.close() }
      let client = try Connection.open(address: bus.address, isHasty: true)
      for (member, isAnswered) in [("Fail", true), ("Hang", false)] {
        let message = try Message.call(to: service.name, path: "/", interface: nil, member: member)
        var serials: [UInt32] = []
        let error = #expect(throws: BusError.self) {
          try client.callAndWait(message, timeout: isAnswered ? 20_000 : 20) {
            serials.append(message.serial)
          }
        }
        #expect((error?.name == BusError.Name.noReply) == !isAnswered)
        // It has had a serial since it was sent.
        #expect(serials.count == 1 && serials[0] != 0)
      }
    }
  }

  /// The first call fails with that reason, and so does every other one.
  @Test func `a bus that refuses the program is no session bus`() throws {
    try Fixture.run { fixture in
      let path = fixture.folder.path("refusing")
      let refusing = try RefusingSocket(path)
      let client = try Connection.open(address: "unix:path=\(path)", isHasty: true)
      refusing.close()
      for _ in 0..<2 {
        let refusal = #expect(throws: BusError.self) {
          try client.callAndWait(
            try Message.call(to: "a.b", path: "/", interface: nil, member: "M"), timeout: 20_000)
        }
        #expect(refusal?.name == BusError.Name.noSessionBus)
        #expect(refusal?.message.isEmpty == false)
      }
      #expect(client.uniqueName == "")
    }
  }
}

/// A socket that takes connections and closes them without an answer.
private final class RefusingSocket {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = UInt16(AF_UNIX)
    let bytes = path.utf8CString
    try #require(bytes.count <= MemoryLayout.size(ofValue: name.sun_path))
    withUnsafeMutableBytes(of: &name.sun_path) { destination in
      bytes.withUnsafeBytes { destination.copyMemory(from: $0) }
    }
    let isBound = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound && listen(descriptor, 8) == 0)
  }

  func close() { Glibc.close(descriptor) }
}
