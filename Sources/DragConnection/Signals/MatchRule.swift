internal import DBus
internal import DragModel
internal import DragProtocol

/// The match rules of a client (D-Bus specification, “Match Rules”).
enum MatchRule {
  /// New offers and drop targets.
  static let added = objectManager(SignalName.interfacesAdded)
  /// Removed offers and drop targets.
  static let removed = objectManager(SignalName.interfacesRemoved)
  /// The removal of one listed offer.
  static func removal(of offer: Identifier) -> String {
    removed + ",arg0path='\(ObjectPath.folder(.offer))/\(offer)'"
  }
  /// Changed offers.
  static let offerProperties = properties(below: .folder(.offer))
  /// Changed drop targets.
  static let targetProperties = properties(below: .folder(.target))

  /// The messages that show a monitor the offers and the transfers: Accept calls, their replies with the ids, and the
  /// signals to the parties.
  static let monitored = [
    NameOwnerChange.rule(for: BusName.broker), added, removed, offerProperties,
    properties(below: .folder(.transfer)),
    "type='method_call',interface='\(InterfaceName.offer.rawValue)',"
      + "member='\(OfferMethod.accept.rawValue)'",
    "type='method_return',sender='\(BusName.broker)'",
  ]

  private static func properties(below folder: ObjectPath) -> String {
    "type='signal',sender='\(BusName.broker)',interface='\(InterfaceName.properties.rawValue)',"
      + "member='\(SignalName.propertiesChanged)',path_namespace='\(folder)'"
  }

  private static func objectManager(_ member: String) -> String {
    "type='signal',sender='\(BusName.broker)',path='\(ObjectPath.rootText)',"
      + "interface='\(InterfaceName.objectManager.rawValue)',member='\(member)'"
  }
}
