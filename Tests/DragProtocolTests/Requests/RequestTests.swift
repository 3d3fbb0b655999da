import DBus
import DragModel
import DragProtocol
import Testing

/// What a call is found to mean before its arguments are read.
@Suite struct RequestTests {
  static let id = NamesTests.id

  static func message(
    _ path: String, _ interface: String?, _ member: String, _ arguments: Raw...
  ) throws -> Message {
    let message = try Message.call(
      to: BusName.broker, path: path, interface: interface, member: member)
    try message.write { writer throws(BusError) in
      for argument in arguments { try argument.write(to: &writer) }
    }
    return message
  }

  static func error(_ message: Message) -> BusError? {
    do {
      _ = try Request(message)
      return nil
    } catch {
      return error
    }
  }

  @Test func `every method that dragd serves is found with and without its interface`() throws {
    let objects: [(ObjectPath, InterfaceName)] = [
      (.root, .broker), (.root, .objectManager), (.root, .properties), (.root, .introspectable),
      (.offer(Self.id), .offer), (.transfer(Self.id), .transfer),
      (.target(Self.id), .dropTarget), (.folder(.offer), .introspectable), (.root, .peer),
    ]
    var count = 0
    for (object, interface) in objects {
      for method in Contract.interface(interface).methods {
        for name in [interface.rawValue, nil] {
          let message = try Message.call(
            to: BusName.broker, path: object.description, interface: name, member: method.name)
          try Self.write(method.signature, to: message)
          #expect(throws: Never.self, "\(method.name)") { try Request(message) }
          count += 1
        }
      }
    }
    #expect(count == 2 * (11 + 1 + 3 + 1 + 4 + 3 + 5 + 1 + 2))
  }

  /// Arguments of a signature, without meaning.
  private static func write(_ signature: String, to message: Message) throws(BusError) {
    try message.write { writer throws(BusError) in
      var rest = Substring(signature)
      while let letter = rest.popFirst() {
        switch letter {
        case "s": try writer.append("")
        case "o": try writer.appendPath("/")
        case "u": try writer.append(UInt32(0))
        case "v": try writer.appendVariant("s") { value throws(BusError) in try value.append("") }
        case "a":
          let element = rest.hasPrefix("(") ? "(a{sv}aa{sv})" : rest.hasPrefix("{") ? "{sv}" : "x"
          let type = element == "x" ? String(rest.prefix(1)) : element
          rest = rest.dropFirst(type.count)
          try writer.appendArray(of: type) { _ throws(BusError) in }
        default: Issue.record("no argument of type \(letter)")
        }
      }
    }
  }

  @Test func `methods are told apart with their object`() throws {
    let offer = Self.id.offerPath
    #expect(
      try Request(Self.message(offer, "org.dragd.Offer1", "Withdraw"))
        == .offer(.withdraw, Self.id))
    #expect(
      try Request(
        Self.message(offer, "org.freedesktop.DBus.Properties", "GetAll", .string("")))
        == .properties(.getAll, .offer(Self.id)))
    #expect(
      try Request(Self.message("/org", nil, "Introspect")) == .introspect(.parent(next: "dragd")))
    #expect(
      try Request(
        Self.message(
          "/org/dragd/Broker1", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"))
        == .getManagedObjects)
  }

  @Test(arguments: ["/", "/no/such/object", "/org/dragd/Broker1/offer/x"])
  func `a process answers Ping at any path`(_ path: String) throws {
    #expect(
      try Request(Self.message(path, "org.freedesktop.DBus.Peer", "Ping")) == .peer(.ping))
  }

  @Test func `a path outside of dragd's is an unknown object`() throws {
    let error = try Self.error(Self.message("/no/such", "org.dragd.Broker1", "Outcome"))
    #expect(error?.name == "org.freedesktop.DBus.Error.UnknownObject")
    #expect(error?.message.contains("“/no/such”") == true)
    #expect(error?.message.contains("/org/dragd/Broker1") == true)
  }

  @Test(arguments: [
    ("offer", "org.dragd.Error.NoSuchOffer"), ("transfer", "org.dragd.Error.NoSuchTransfer"),
    ("target", "org.dragd.Error.NoSuchTarget"),
  ])
  func `a path that cannot have been an object's is absent, not unknown`(
    _ kind: String, _ name: String
  ) throws {
    let path = "/org/dragd/Broker1/\(kind)/nonsense"
    let error = try Self.error(Self.message(path, nil, "Withdraw"))
    #expect(error?.name == name)
    #expect(error?.message.contains("“\(path)”") == true)
  }

  @Test func `an interface that the object does not have is unknown`() throws {
    let error = try Self.error(
      Self.message(Self.id.offerPath, "org.dragd.Broker1", "Outcome", .string("")))
    #expect(error?.name == "org.freedesktop.DBus.Error.UnknownInterface")
    #expect(error?.message.contains("“org.dragd.Broker1”") == true)
    #expect(error?.message.contains("org.dragd.Offer1") == true)
  }

  @Test(arguments: ["org.dragd.Broker1", nil])
  func `a method that is not there is unknown`(_ interface: String?) throws {
    let error = try Self.error(Self.message("/org/dragd/Broker1", interface, "Ofer"))
    #expect(error?.name == "org.freedesktop.DBus.Error.UnknownMethod")
    #expect(error?.message.contains("“Ofer”") == true)
  }

  @Test func `arguments of another signature are refused before they are read`() throws {
    let wrong: [Message] = [
      try Self.message(Self.id.offerPath, "org.dragd.Offer1", "Accept", .string("x")),
      try Self.message(Self.id.offerPath, nil, "Accept"),
      try Self.message(
        Self.id.offerPath, "org.dragd.Offer1", "Accept", .uint32s([]), .strings([]),
        .dictionary([]), .bool(true)),
    ]
    for (message, signature) in zip(wrong, ["(s)", "()", "(auasa{sv}b)"]) {
      let error = Self.error(message)
      #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs")
      #expect(error?.message.contains("(auasa{sv})") == true)
      #expect(error?.message.contains(signature) == true)
    }
  }

  @Test func `a source or target tells dragd's calls from others`() throws {
    let other = try Self.message("/s", "org.example.Other", "Provide")
    #expect(try SourceMethod(other) == nil)
    #expect(try TargetMethod(other) == nil)
    #expect(throws: BusError.self) {
      try SourceMethod(Self.message("/s", "org.dragd.Source1", "Povide"))
    }
    #expect(throws: BusError.self) {
      try TargetMethod(Self.message("/s", "org.dragd.Target1", "Leave", .string("x")))
    }
  }
}
