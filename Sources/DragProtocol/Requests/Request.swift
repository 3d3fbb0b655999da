package import DBus
package import DragModel

/// A method of dragd and the object on which it is called.
package enum Request: Hashable, Sendable {
  case broker(BrokerMethod)
  case offer(OfferMethod, Identifier)
  case transfer(TransferMethod, Identifier)
  case dropTarget(DropTargetMethod, Identifier)
  case properties(PropertiesMethod, ObjectPath)
  case introspect(ObjectPath)
  case peer(PeerMethod)
  case getManagedObjects

  /// Reads which method is called and checks the arguments against its signature, but not whether the object exists.
  /// - Throws: the specification's error for an unknown object, interface or method, or the contract's for an invalid
  ///   id.
  package init(_ message: Message) throws(BusError) {
    let member = message.member ?? ""
    let path = message.path ?? ""
    // The specification demands Peer on every path.
    if message.hasInterface("org.freedesktop.DBus.Peer") {
      try self.init(.peer, member, message, at: .root)
      return
    }
    guard let object = ObjectPath(path) else {
      throw BusError(
        name: BusError.Name.unknownObject,
        message: "there is no object \(path.quoted): the root object is \(ObjectPath.rootText)")
    }
    if case .absent(let kind) = object {
      throw BusError(
        Rejection(
          kind.absence,
          "there is no \(kind.rawValue) \(path.quoted): the path must end in an id"))
    }
    let interfaces = Introspection.interfaces(at: object)
    if let name = message.interface {
      guard let interface = InterfaceName(rawValue: name), interfaces.contains(interface) else {
        let known = interfaces.map(\.rawValue).joined(separator: ", ")
        throw BusError(
          name: BusError.Name.unknownInterface,
          message: "\(path) does not implement \(name.quoted): it implements \(known)")
      }
      try self.init(interface, member, message, at: object)
      return
    }
    let interface = interfaces.first { Contract.interface($0).method(named: member) != nil }
    guard let interface else {
      throw BusError(
        name: BusError.Name.unknownMethod,
        message: "\(path) has no method \(member.quoted) in any of its interfaces")
    }
    try self.init(interface, member, message, at: object)
  }

  private init(
    _ interface: InterfaceName, _ member: String, _ message: Message, at object: ObjectPath
  ) throws(BusError) {
    try Contract.check(message, calls: member, of: interface)
    guard let request = Self.known(interface, member, object) else {
      throw Contract.unknownMethod(member, of: interface)
    }
    self = request
  }

  private static func known(
    _ interface: InterfaceName, _ member: String, _ object: ObjectPath
  ) -> Request? {
    switch (interface, object) {
    case (.broker, _):
      BrokerMethod(rawValue: member).map { .broker($0) }
    case (.offer, .offer(let id)):
      OfferMethod(rawValue: member).map { .offer($0, id) }
    case (.transfer, .transfer(let id)):
      TransferMethod(rawValue: member).map { .transfer($0, id) }
    case (.dropTarget, .target(let id)):
      DropTargetMethod(rawValue: member).map { .dropTarget($0, id) }
    case (.properties, _):
      PropertiesMethod(rawValue: member).map { .properties($0, object) }
    case (.introspectable, _):
      IntrospectableMethod(rawValue: member).map { _ in .introspect(object) }
    case (.peer, _):
      PeerMethod(rawValue: member).map { .peer($0) }
    case (.objectManager, _):
      ObjectManagerMethod(rawValue: member).map { _ in .getManagedObjects }
    case (.offer, _), (.transfer, _), (.dropTarget, _), (.source, _), (.target, _),
      (.clipboard, _):
      // The object does not implement the interface; the caller has refused such a call.
      nil
    }
  }
}

extension Contract {
  /// Checks a call's arguments against the method's signature.
  static func check(
    _ message: Message, calls member: String, of interface: InterfaceName
  ) throws(BusError) {
    guard let method = Contract.interface(interface).method(named: member) else {
      throw unknownMethod(member, of: interface)
    }
    let signature = message.signature ?? ""
    guard signature == method.signature else {
      throw BusError(
        .invalid("\(member) takes (\(method.signature)), and was called with (\(signature))"))
    }
  }

  static func unknownMethod(_ member: String, of interface: InterfaceName) -> BusError {
    BusError(
      name: BusError.Name.unknownMethod,
      message: "\(interface.rawValue) has no method \(member.quoted)")
  }
}

extension SourceMethod {
  /// The method of a source that dragd calls; nil for any other message.
  package init?(_ message: Message) throws(BusError) {
    guard message.kind == .call, message.hasInterface("org.dragd.Source1") else { return nil }
    let member = message.member ?? ""
    try Contract.check(message, calls: member, of: .source)
    self.init(rawValue: member)
  }
}

extension TargetMethod {
  /// The method of a drop target's owner that dragd calls; nil for any other message.
  package init?(_ message: Message) throws(BusError) {
    guard message.kind == .call, message.hasInterface("org.dragd.Target1") else { return nil }
    let member = message.member ?? ""
    try Contract.check(message, calls: member, of: .target)
    self.init(rawValue: member)
  }
}
