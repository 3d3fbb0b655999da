package import DBus
internal import DragModel

extension PropertyValues {
  /// `PropertiesChanged` with the new values of some properties.
  package func changed(_ names: [Name], at object: ObjectPath) throws(BusError) -> Message {
    let signal = try Message.signal(.properties, SignalName.propertiesChanged, at: object)
    try signal.write { writer throws(BusError) in
      try writer.append(Self.interface.rawValue)
      try write(names, to: &writer)
      try writer.appendStrings([])
    }
    return signal
  }

  /// `InterfacesAdded` of the object manager: an object was added.
  package func added(at object: ObjectPath) throws(BusError) -> Message {
    let signal = try Message.signal(.objectManager, SignalName.interfacesAdded, at: .root)
    try signal.write { writer throws(BusError) in
      try writer.appendPath(object.description)
      try writeInterfaces(to: &writer)
    }
    return signal
  }

  /// `InterfacesRemoved` of the object manager: an object was removed.
  package static func removed(at object: ObjectPath) throws(BusError) -> Message {
    let signal = try Message.signal(.objectManager, SignalName.interfacesRemoved, at: .root)
    try signal.write { writer throws(BusError) in
      try writer.appendPath(object.description)
      try writer.appendStrings([Self.interface.rawValue])
    }
    return signal
  }

  /// Appends the `a{sa{sv}}` of an object manager.
  func writeInterfaces(to writer: inout MessageWriter) throws(BusError) {
    try writer.appendArray(of: "{sa{sv}}") { array throws(BusError) in
      try array.appendDictionaryEntry { entry throws(BusError) in
        try entry.append(Self.interface.rawValue)
        try write(Name.allCases, to: &entry)
      }
    }
  }
}
