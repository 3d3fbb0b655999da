package import DBus
package import DragModel
internal import DragProtocol

package typealias OfferChange = ListChange<ListedOffer>
package typealias TargetChange = ListChange<ListedTarget>

/// A change of the listed objects of a kind.
package enum ListChange<Object: ListedObject>: Hashable, Sendable {
  case added(Object)
  case changed(Identifier)
  case removed(Identifier)

  /// Nil for any other message, and for a malformed one.
  package init?(_ message: Message) {
    guard message.kind == .signal else { return nil }
    if message.hasInterface("org.freedesktop.DBus.ObjectManager") {
      self.init(objectManager: message)
    } else if message.isPropertiesChanged, let id = message.path.flatMap(Object.id(ofPath:)) {
      self = .changed(id)
    } else {
      return nil
    }
  }

  private init?(objectManager message: Message) {
    guard message.hasPath("/org/dragd/Broker1") else { return nil }
    if message.hasMember("InterfacesAdded") {
      guard let object = (try? ManagedObject(added: message)).flatMap({ $0 }).flatMap(Object.init)
      else { return nil }
      self = .added(object)
    } else {
      guard message.hasMember("InterfacesRemoved"),
        let id = Object.id(of: (try? ManagedObject.removed(message)) ?? nil)
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
