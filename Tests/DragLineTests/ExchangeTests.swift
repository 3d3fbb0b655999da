import CLinux
import DragSystem
import Testing

@testable import DBus

@Suite struct ExchangeTests {
  /// Descriptors in every kind of container, as the contract has them.
  private func sample() throws -> Message {
    let pipe = try Pipe()
    let message = try Message.call(
      to: ":1.2", path: "/a", interface: "a.b", member: "Offer")
    try message.write { writer throws(BusError) in
      try writer.append("text")
      try writer.append(descriptor: pipe.reader)
      try writer.appendDictionary { dictionary throws(BusError) in
        try dictionary.entry("fd", descriptor: pipe.writer)
        try dictionary.entry("bytes", bytes: [1, 2, 3])
        try dictionary.entry("all", strings: ["a", "b"])
      }
      try writer.appendArray(of: "h") { array throws(BusError) in
        try array.append(descriptor: pipe.reader)
      }
      try writer.appendArray(of: "(sh)") { _ throws(BusError) in }
    }
    return message
  }

  @Test func `descriptors leave a message and come back in their places`() throws {
    let message = try sample()
    _ = message.wireForm
    var taken: [PeerDescriptor] = []
    let pool = WorkerPool(remote: try EventLoop().remote, threads: 1, perLane: 1)
    let bare = try message.removingDescriptors {
      taken.append(PeerDescriptor($0, lane: .files, pool: pool))
    }
    #expect(taken.count == 3)
    #expect(!bare.carriesDescriptors)
    #expect(bare.signature == "sqa{sv}aqa(sq)")
    let bytes = bare.wireForm(serial: 9)
    let arrived = try Message.read(wireForm: bytes[...])
    let back = try arrived.insertingDescriptors { place, append in
      guard Int(place) < taken.count else { return false }
      taken[Int(place)].withDescriptor(append)
      return true
    }
    #expect(back.signature == message.signature)
    #expect(back.serial == 9)
    #expect(back.member == "Offer" && back.path == "/a" && back.destination == ":1.2")
    var reader = back.read()
    #expect(try reader.string() == "text")
    let first = try reader.descriptor()
    let kind = try taken[0].withDescriptor { try FileStatus(of: $0).identity.key }
    #expect(try FileStatus(of: first).identity.key == kind)
    var keys: [String] = []
    try reader.dictionary { key, value throws(DecodingFailure) in
      keys.append(key)
      if key == "bytes" { #expect(try value.bytes() == [1, 2, 3]) }
    }
    #expect(keys == ["fd", "bytes", "all"])
  }

  @Test func `a place without a descriptor is refused`() throws {
    let bare = try Message.call(to: ":1.2", path: "/a", interface: nil, member: "M")
    try bare.write { writer throws(BusError) in try writer.append(UInt16(3)) }
    #expect(throws: BusError.self) { try bare.insertingDescriptors { _, _ in false } }
  }

  @Test func `a message that has a uint16 too is not supported`() throws {
    let pipe = try Pipe()
    let message = try Message.call(to: ":1.2", path: "/a", interface: nil, member: "M")
    try message.write { writer throws(BusError) in
      try writer.append(UInt16(3))
      try writer.append(descriptor: pipe.reader)
    }
    let failure = #expect(throws: BusError.self) { try message.removingDescriptors { _ in } }
    #expect(failure?.name == BusError.Name.notSupported)
  }
}
