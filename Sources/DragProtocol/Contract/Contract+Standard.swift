// The standard interfaces, as the D-Bus specification names their members and arguments
// (https://dbus.freedesktop.org/doc/dbus-specification.html, “Standard Interfaces”).
extension Contract {
  package static let properties = Interface(
    .properties,
    methods: [
      Method(
        PropertiesMethod.get,
        [Argument("interface_name", "s"), Argument("property_name", "s")],
        returns: [Argument("value", "v")]),
      Method(
        PropertiesMethod.getAll, [Argument("interface_name", "s")],
        returns: [Argument("props", "a{sv}")]),
      Method(
        PropertiesMethod.set,
        [
          Argument("interface_name", "s"),
          Argument("property_name", "s"),
          Argument("value", "v"),
        ]),
    ],
    signals: [
      Signal(
        SignalName.propertiesChanged,
        [
          Argument("interface_name", "s"),
          Argument("changed_properties", "a{sv}"),
          Argument("invalidated_properties", "as"),
        ])
    ])

  package static let introspectable = Interface(
    .introspectable,
    methods: [
      Method(IntrospectableMethod.introspect, returns: [Argument("xml_data", "s")])
    ])

  package static let peer = Interface(
    .peer,
    methods: [
      Method(PeerMethod.ping),
      Method(PeerMethod.getMachineId, returns: [Argument("machine_uuid", "s")]),
    ])

  package static let objectManager = Interface(
    .objectManager,
    methods: [
      Method(
        ObjectManagerMethod.getManagedObjects,
        returns: [Argument("objpath_interfaces_and_properties", "a{oa{sa{sv}}}")])
    ],
    signals: [
      Signal(
        SignalName.interfacesAdded,
        [
          Argument("object_path", "o"),
          Argument("interfaces_and_properties", "a{sa{sv}}"),
        ]),
      Signal(
        SignalName.interfacesRemoved,
        [Argument("object_path", "o"), Argument("interfaces", "as")]),
    ])
}
