package import DBus
package import DragModel
internal import DragProtocol

/// A change of the listed offers.
package enum OfferChange: Hashable, Sendable {
  case added(ListedOffer)
  case changed(Identifier)
  case removed(Identifier)

  /// Nil for any other message, and for a malformed one.
  package init?(_ message: Message) {
    guard message.kind == .signal else { return nil }
    if message.hasInterface("org.freedesktop.DBus.ObjectManager") {
      self.init(objectManager: message)
    } else if message.isPropertiesChanged,
      let id = message.path.flatMap(Identifier.init(offerPath:))
    {
      self = .changed(id)
    } else {
      return nil
    }
  }

  private init?(objectManager message: Message) {
    guard message.hasPath("/org/dragd/Broker1") else { return nil }
    if message.hasMember("InterfacesAdded") {
      guard case .offer(let id, let properties)? = try? ManagedObject(added: message) else {
        return nil
      }
      self = .added(ListedOffer(id: id, properties: properties))
    } else {
      guard message.hasMember("InterfacesRemoved"),
        case .offer(let id)? = try? ManagedObject.removed(message)
      else { return nil }
      self = .removed(id)
    }
  }
}

extension Message {
  /// Whether it is a PropertiesChanged of any object.
  package var isPropertiesChanged: Bool {
    kind == .signal && hasInterface("org.freedesktop.DBus.Properties")
      && hasMember("PropertiesChanged")
  }
}
