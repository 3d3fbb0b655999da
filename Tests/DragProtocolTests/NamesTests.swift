import DragModel
import DragProtocol
import Testing

@Suite struct NamesTests {
  static let id = Identifier(high: 0x0123_4567_89AB_CDEF, middle: 0xFEDC_BA98_7654_3210, low: 2)

  @Test func `an id's paths name the object`() {
    let text = Self.id.description
    #expect(Self.id.offerPath == "/org/dragd/Broker1/offer/\(text)")
    #expect(Self.id.transferPath == "/org/dragd/Broker1/transfer/\(text)")
    #expect(Self.id.targetPath == "/org/dragd/Broker1/target/\(text)")
    #expect(ObjectPath(Self.id.offerPath) == .offer(Self.id))
    #expect(ObjectPath(Self.id.transferPath) == .transfer(Self.id))
    #expect(ObjectPath(Self.id.targetPath) == .target(Self.id))
    #expect(Identifier(offerPath: Self.id.offerPath) == Self.id)
    #expect(Identifier(offerPath: Self.id.transferPath) == nil)
    #expect(Identifier(transferPath: Self.id.transferPath) == Self.id)
    #expect(Identifier(targetPath: Self.id.targetPath) == Self.id)
    #expect(Identifier(targetPath: Self.id.offerPath) == nil)
  }

  @Test(arguments: ["/", "/org", "/org/dragd", "/org/dragd/Broker1", "/org/dragd/Broker1/offer"])
  func `a path on the way to the objects reads back as itself`(_ path: String) throws {
    #expect(try #require(ObjectPath(path)).description == path)
  }

  @Test(arguments: [
    "/org/dragd/Broker1/offer/x", "/org/dragd/Broker1/offer/aaaaaaaaaaaaaaaaaaaaaaaaa",
    "/org/dragd/Broker1/offer/aaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "/org/dragd/Broker1/offer/AAAAAAAAAAAAAAAAAAAAAAAAAA",
    "/org/dragd/Broker1/offer/aaaaaaaaaaaaaaaaaaaaaaaaa1",
    "/org/dragd/Broker1/offer/aaaaaaaaaaaaaaaaaaaaaaaaaa/x",
  ])
  func `where an id should stand, anything else is an offer that never was`(_ path: String) {
    #expect(ObjectPath(path) == .absent(.offer))
    #expect(ObjectKind.offer.absence == .noSuchOffer)
  }

  @Test(arguments: [
    "/org/dragd/Broker2", "/org/dragd/Broker1x", "/org/dragd/Broker1/offers",
    "/org/dragd/Broker1/other/aaaaaaaaaaaaaaaaaaaaaaaaaa", "/com", "/org/dragdx", "",
  ])
  func `a path outside of the contract is none of ours`(_ path: String) {
    #expect(ObjectPath(path) == nil)
  }

  @Test(arguments: ErrorCode.allCases)
  func `an error's name leads back to it`(_ code: ErrorCode) {
    #expect(ErrorCode(errorName: code.errorName) == code)
  }

  @Test func `errors have the names of the contract`() {
    #expect(ErrorCode.noSuchOffer.errorName == "org.dragd.Error.NoSuchOffer")
    #expect(ErrorCode.invalidArguments.errorName == "org.freedesktop.DBus.Error.InvalidArgs")
    let own = ErrorCode.allCases.filter { $0 != .invalidArguments }
    for code in own {
      let word = code.rawValue.prefix(1).uppercased() + code.rawValue.dropFirst()
      #expect(code.errorName == ErrorCode.namespace + word)
    }
  }

  @Test func `an error that is not of the contract has no code`() {
    #expect(ErrorCode(errorName: "org.dragd.Error.Unheard") == nil)
    #expect(ErrorCode(errorName: "org.freedesktop.DBus.Error.NoReply") == nil)
  }
}
