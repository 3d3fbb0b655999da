package import DragModel
package import DragProtocol

/// An object of a kind that every client can see.
package protocol ListedObject: Hashable, Sendable {
  associatedtype Properties: Sendable
  var id: Identifier { get }
  init(id: Identifier, properties: Properties)

  /// Nil for an object of another kind.
  init?(_ object: ManagedObject)
  static func id(of path: ObjectPath?) -> Identifier?
  static func id(ofPath path: String) -> Identifier?

  /// All of them that dragd has.
  static func all() throws(RequestError) -> BrokerCall<[Self]>
  static func properties(of id: Identifier) throws(RequestError) -> BrokerCall<Properties>
}

/// An offer that every client can see.
package struct ListedOffer: ListedObject {
  package var id: Identifier
  package var properties: OfferProperties

  package init(id: Identifier, properties: OfferProperties) {
    self.id = id
    self.properties = properties
  }

  package init?(_ object: ManagedObject) {
    guard case .offer(let id, let properties) = object else { return nil }
    self.init(id: id, properties: properties)
  }

  package static func id(of path: ObjectPath?) -> Identifier? {
    if case .offer(let id)? = path { id } else { nil }
  }

  package static func id(ofPath path: String) -> Identifier? { Identifier(offerPath: path) }

  package static func all() throws(RequestError) -> BrokerCall<[Self]> { try .offers() }

  package static func properties(
    of id: Identifier
  ) throws(RequestError) -> BrokerCall<OfferProperties> { try .properties(of: id) }
}

/// A drop target that every client can see.
package struct ListedTarget: ListedObject {
  package var id: Identifier
  package var properties: TargetProperties

  package init(id: Identifier, properties: TargetProperties) {
    self.id = id
    self.properties = properties
  }

  package init?(_ object: ManagedObject) {
    guard case .target(let id, let properties) = object else { return nil }
    self.init(id: id, properties: properties)
  }

  package static func id(of path: ObjectPath?) -> Identifier? {
    if case .target(let id)? = path { id } else { nil }
  }

  package static func id(ofPath path: String) -> Identifier? { Identifier(targetPath: path) }

  /// The oldest first.
  package static func all() throws(RequestError) -> BrokerCall<[Self]> { try .targets() }

  package static func properties(
    of id: Identifier
  ) throws(RequestError) -> BrokerCall<TargetProperties> { try .properties(ofTarget: id) }
}
