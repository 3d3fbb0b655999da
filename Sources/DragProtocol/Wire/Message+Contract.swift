internal import DBus

extension Message {
  /// A call of a method of dragd.
  static func call(
    _ interface: InterfaceName, _ method: some RawRepresentable<String>, at path: ObjectPath
  ) throws(BusError) -> Message {
    try call(
      to: BusName.broker, path: path.description, interface: interface.rawValue,
      member: method.rawValue)
  }

  /// A broadcast signal of dragd.
  static func signal(
    _ interface: InterfaceName, _ name: String, at path: ObjectPath
  ) throws(BusError) -> Message {
    try signal(path: path.description, interface: interface.rawValue, member: name)
  }
}

extension MessageWriter {
  mutating func appendIndexes(_ indexes: [UInt32]) throws(BusError) {
    try appendArray(of: "u") { array throws(BusError) in
      for index in indexes { try array.append(index) }
    }
  }
}
