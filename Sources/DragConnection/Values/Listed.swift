package import DragModel
package import DragProtocol

/// An offer that every client can see.
package struct ListedOffer: Hashable, Sendable {
  package var id: Identifier
  package var properties: OfferProperties

  package init(id: Identifier, properties: OfferProperties) {
    self.id = id
    self.properties = properties
  }
}

/// A drop target that every client can see.
package struct ListedTarget: Hashable, Sendable {
  package var id: Identifier
  package var properties: TargetProperties

  package init(id: Identifier, properties: TargetProperties) {
    self.id = id
    self.properties = properties
  }
}
