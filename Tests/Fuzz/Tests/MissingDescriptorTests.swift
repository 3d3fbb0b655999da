import DragModel
import Testing

@testable import DBus
@testable import DragProtocol

/// A body that names a descriptor which did not come with the message; libdbus lets it through.
@Suite struct MissingDescriptorTests {
  private static func call(_ signature: String, _ body: [UInt8]) throws -> Message {
    var raw = RawMessage(path: ObjectPath.rootText, member: "Offer")
    raw.signature = Array(signature.utf8)
    raw.body = body
    return try #require(Message.unmarshalled(raw.bytes))
  }

  @Test(arguments: [0, 7, UInt32.max])
  func `the sender made a mistake, and this process has no shortage`(_ number: UInt32) throws {
    var writer = RawWriter(isBigEndian: false)
    writer.add(number)
    var reader = try Self.call("h", writer.bytes).read()
    let failure = #expect(throws: DecodingFailure.self) { _ = try reader.descriptor() }
    #expect(failure?.cause == .mismatch)
    #expect(failure?.found.contains("did not come with the message") == true)
    #expect(reader.type == .unixFD)
  }

  @Test func `an offer of it is an invalid argument`() throws {
    // One item: no attributes, one representation with the entry “fd”.
    var writer = RawWriter(isBigEndian: false)
    writer.array {
      $0.pad(to: 8)
      $0.add(UInt32(0))
      $0.pad(to: 8)
      $0.array(alignedTo: 4) {
        $0.array {
          $0.pad(to: 8)
          $0.add("fd")
          $0.bytes += [1, UInt8(ascii: "h"), 0]
          $0.add(UInt32(3))
        }
      }
    }
    writer.add(UInt32(0))
    writer.pad(to: 8)
    let call = try Self.call("a(a{sv}aa{sv})a{sv}", writer.bytes)
    let refused = #expect(throws: Rejection.self) { _ = try OfferCall(call) { _ in } }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("did not come with the message") == true)
  }
}

extension RawWriter {
  fileprivate mutating func array(alignedTo alignment: Int = 8, _ body: (inout RawWriter) -> Void) {
    add(UInt32(0))
    let place = bytes.count - 4
    pad(to: alignment)
    let start = bytes.count
    body(&self)
    set(UInt32(bytes.count - start), at: place)
  }
}
