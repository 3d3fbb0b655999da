internal import DragProtocol

/// What a client asks the bus for (D-Bus specification, “Match Rules”).
enum MatchRule {
  /// Offers and drop targets that come.
  static let added = objectManager(SignalName.interfacesAdded)
  /// Offers and drop targets that go.
  static let removed = objectManager(SignalName.interfacesRemoved)
  /// Listed offers that change.
  static let offerProperties =
    "type='signal',sender='\(BusName.broker)',interface='\(InterfaceName.properties.rawValue)',"
    + "member='\(SignalName.propertiesChanged)',path_namespace='\(ObjectPath.folder(.offer))'"
  /// dragd's name gets another owner.
  static let owner =
    "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
    + "member='NameOwnerChanged',arg0='\(BusName.broker)'"
  /// A name gets another owner, or none.
  static func owner(of name: String) -> String {
    "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
      + "member='NameOwnerChanged',arg0='\(name)'"
  }

  /// What tells a monitor of the bus about offers, and whose transfers are how far: who accepted what,
  /// under which ids, and what the parties are told.
  static let monitored = [
    added, removed, offerProperties,
    "type='signal',sender='\(BusName.broker)',interface='\(InterfaceName.properties.rawValue)',"
      + "member='\(SignalName.propertiesChanged)',path_namespace='\(ObjectPath.folder(.transfer))'",
    "type='method_call',interface='\(InterfaceName.offer.rawValue)',"
      + "member='\(OfferMethod.accept.rawValue)'",
    "type='method_return',sender='\(BusName.broker)'",
  ]

  private static func objectManager(_ member: String) -> String {
    "type='signal',sender='\(BusName.broker)',path='\(ObjectPath.rootText)',"
      + "interface='\(InterfaceName.objectManager.rawValue)',member='\(member)'"
  }
}
