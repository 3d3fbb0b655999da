import DBus
import DragModel
import DragProtocol
import Testing

/// Which properties a call is about.
@Suite struct PropertiesRequestTests {
  static let offer = ObjectPath.offer(NamesTests.id)

  static func request(
    _ method: PropertiesMethod, _ arguments: Raw..., at object: ObjectPath = offer
  ) throws -> PropertiesRequest {
    let message = try call { writer throws(BusError) in
      for argument in arguments { try argument.write(to: &writer) }
    }
    return try PropertiesRequest(method, message, at: object)
  }

  static func error(_ body: () throws -> PropertiesRequest) -> BusError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? BusError
    }
  }

  @Test(arguments: ["org.dragd.Offer1", ""])
  func `a property is found, also when the interface is left out`(_ interface: String) throws {
    guard
      case .get(let property) = try Self.request(.get, .string(interface), .string("Label")),
      case .getAll = try Self.request(.getAll, .string(interface))
    else {
      Issue.record("another request")
      return
    }
    #expect(property.name == "Label")
  }

  @Test func `a standard interface has no properties`() throws {
    guard case .getNone = try Self.request(.getAll, .string("org.freedesktop.DBus.Peer")) else {
      Issue.record("another request")
      return
    }
    let error = Self.error {
      try Self.request(.get, .string("org.freedesktop.DBus.Peer"), .string("Label"))
    }
    #expect(error?.name == "org.freedesktop.DBus.Error.UnknownProperty")
  }

  @Test func `an interface that the object does not have is unknown`() {
    let error = Self.error { try Self.request(.getAll, .string("org.dragd.Broker1")) }
    #expect(error?.name == "org.freedesktop.DBus.Error.UnknownInterface")
    #expect(error?.message.contains("“org.dragd.Broker1”") == true)
  }

  @Test func `a property that is not there is unknown`() {
    let error = Self.error {
      try Self.request(.get, .string("org.dragd.Offer1"), .string("Colour"))
    }
    #expect(error?.name == "org.freedesktop.DBus.Error.UnknownProperty")
    #expect(error?.message.contains("“Colour”") == true)
    #expect(error?.message.contains("ItemCount") == true)
  }

  @Test func `no property can be set`() {
    let known = Self.error {
      try Self.request(.set, .string("org.dragd.Offer1"), .string("Label"))
    }
    #expect(known?.name == "org.freedesktop.DBus.Error.PropertyReadOnly")
    #expect(known?.message.contains("Label") == true)
    let unknown = Self.error {
      try Self.request(.set, .string("org.dragd.Offer1"), .string("Colour"))
    }
    #expect(unknown?.name == "org.freedesktop.DBus.Error.UnknownProperty")
  }
}
