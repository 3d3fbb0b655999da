import DragModel
import DragProtocol
import Harness
import Testing

/// The contract's table, its documentation and what is printed from it are one.
@Suite struct ContractTests {
  /// dragd's own interfaces; the standard ones are documented by the D-Bus specification.
  static let own: [InterfaceName] = [
    .broker, .offer, .transfer, .dropTarget, .source, .target, .clipboard,
  ]

  @Test func `every interface of dragd has a file, and every file an interface`() throws {
    #expect(try InterfaceFiles.names() == Self.own.map(\.rawValue).sorted())
  }

  @Test(arguments: own)
  func `an interface file says exactly what the table says`(_ name: InterfaceName) throws {
    let read = try IntrospectionReader(InterfaceFiles.text(name.rawValue))
    #expect(read.interfaces == [InterfaceText(Contract.interface(name))])
    #expect(read.children.isEmpty)
  }

  @Test(arguments: own)
  func `every member, argument, key, default and error is documented`(
    _ name: InterfaceName
  ) throws {
    let check = try DocumentationCheck(
      Contract.interface(name), in: InterfaceFiles.text(name.rawValue))
    #expect(check.complaints.isEmpty, "\n\(check.complaints.joined(separator: "\n"))")
  }

  @Test(arguments: [
    ("<!--\n        Withdraw:", "<!--\n        Gone:", "begins with Gone:"),
    ("        @first: the index", "        @fist: the index", "arguments"),
    ("* ``stall_timeout`` (``t``)", "* ``stall_timeout`` (``u``)", "stall_timeout"),
    ("Default: ``60000``", "Default: ``6``", "start_timeout"),
    ("``org.dragd.Error.NotAcceptable``:", "``org.dragd.Error.Unheard``:", "Unheard"),
    ("        * ``delivery`` (``s``)\n", "", "delivery"),
  ])
  func `the check notices what is missing or wrong`(
    _ text: String, _ replacement: String, _ complaint: String
  ) throws {
    let xml = try InterfaceFiles.text(InterfaceName.offer.rawValue)
    #expect(xml.contains(text))
    let changed = xml.replacing(text, with: replacement)
    let check = try DocumentationCheck(Contract.offer, in: changed)
    #expect(check.complaints.contains { $0.contains(complaint) }, "\(check.complaints)")
  }

  @Test func `the check notices a member without a comment`() throws {
    let xml = try InterfaceFiles.text(InterfaceName.target.rawValue)
    let start = try #require(xml.firstRange(of: "    <!--\n        Leave:"))
    let end = try #require(xml[start.lowerBound...].firstRange(of: "-->\n"))
    let changed = String(xml[..<start.lowerBound] + xml[end.upperBound...])
    let check = try DocumentationCheck(Contract.target, in: changed)
    #expect(
      check.complaints == ["org.dragd.Target1.Leave has no comment right above it"])
  }

  @Test(arguments: InterfaceName.allCases)
  func `printed introspection says exactly what the table says`(_ name: InterfaceName) throws {
    let read = try IntrospectionReader(Introspection.xml(of: [name]))
    #expect(read.interfaces == [InterfaceText(Contract.interface(name))])
  }

  @Test func `introspection leads from the top to the offers and targets`() throws {
    func children(_ path: String, ids: [String] = []) throws -> [String] {
      let object = try #require(ObjectPath(path))
      return try IntrospectionReader(Introspection.xml(of: object, ids: ids)).children
    }
    #expect(try children("/") == ["org"])
    #expect(try children("/org") == ["dragd"])
    #expect(try children("/org/dragd") == ["Broker1"])
    #expect(try children("/org/dragd/Broker1") == ["offer", "target"])
    #expect(try children("/org/dragd/Broker1/offer", ids: ["a", "b"]) == ["a", "b"])
    #expect(try children("/org/dragd/Broker1/transfer", ids: ["a"]).isEmpty)
  }

  @Test func `an object's introspection lists its interfaces`() throws {
    func interfaces(_ path: ObjectPath) throws -> [String] {
      try IntrospectionReader(Introspection.xml(of: path)).interfaces.map(\.name)
    }
    let id = Identifier(high: 1, middle: 2, low: 3)
    let standard = [
      "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.Introspectable",
      "org.freedesktop.DBus.Peer",
    ]
    #expect(
      try interfaces(.root)
        == ["org.dragd.Broker1"] + standard + ["org.freedesktop.DBus.ObjectManager"])
    #expect(try interfaces(.offer(id)) == ["org.dragd.Offer1"] + standard)
    #expect(try interfaces(.transfer(id)) == ["org.dragd.Transfer1"] + standard)
    #expect(try interfaces(.target(id)) == ["org.dragd.DropTarget1"] + standard)
    #expect(try interfaces(.folder(.offer)) == Array(standard.dropFirst()))
  }

  @Test func `the overview describes every error`() throws {
    let xml = try InterfaceFiles.text(InterfaceName.broker.rawValue)
    let overview = try #require(
      IntrospectionReader(xml).comments[InterfaceName.broker.rawValue])
    for code in ErrorCode.allCases {
      #expect(overview.contains("``\(code.errorName)``"), "\(code)")
    }
  }

  @Test func `the defaults in the table are those of the values`() {
    let offer = OfferOptions()
    let accept = AcceptOptions()
    let defaults: [String: String] = [
      "operations": "[\"\(offer.operations.map(\.rawValue).joined(separator: "\", \""))\"]",
      "private": "\(offer.isPrivate)", "sensitive": "\(offer.isSensitive)",
      "uses": "\(offer.uses)", "expires_in": "\(offer.expiresIn)", "linger": "\(offer.linger)",
      "more": "\(offer.more)", "visibility": Visibility.all.rawValue,
      "operation": accept.operation.rawValue, "also": "\(accept.also)",
      "delivery": accept.delivery.rawValue, "inline_max": "\(AcceptOptions.usualInlineMax)",
      "start_timeout": "\(accept.startTimeout)", "stall_timeout": "\(accept.stallTimeout)",
      "finish_timeout": "\(accept.finishTimeout)", "strict": "false",
    ]
    var seen: Set<String> = []
    for method in Contract.broker.methods.prefix(1) + Contract.offer.methods {
      for key in method.arguments.flatMap(\.keys) {
        guard case .defaultsTo(let value) = key.presence else { continue }
        #expect(defaults[key.name] == value, "\(method.name): \(key.name)")
        seen.insert(key.name)
      }
    }
    #expect(seen == Set(defaults.keys))
  }
}
