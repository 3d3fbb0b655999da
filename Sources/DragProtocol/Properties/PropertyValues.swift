package import DBus
package import DragModel

/// The properties of one of dragd's interfaces, with their values.
package protocol PropertyValues: Sendable {
  associatedtype Name: RawRepresentable<String> & CaseIterable & Hashable & Sendable

  static var interface: InterfaceName { get }

  /// Placeholders, for values that are not known yet.
  init()

  /// Whether it has a value: one that it has read may be from a dragd that does not know the property.
  func has(_ name: Name) -> Bool

  /// Appends one value, of the signature that the contract has for it.
  func write(_ name: Name, to writer: inout MessageWriter) throws(BusError)

  /// Reads one value.
  mutating func read(_ name: Name, from reader: inout MessageReader) throws(Rejection)
}

extension PropertyValues {
  package func has(_ name: Name) -> Bool { true }

  /// Appends some of the properties as an `a{sv}`.
  func write(
    _ names: some Sequence<Name>, to writer: inout MessageWriter
  ) throws(BusError) {
    let interface = Contract.interface(Self.interface)
    try writer.appendDictionary { entries throws(BusError) in
      for name in names where has(name) {
        guard let property = interface.property(named: name.rawValue) else { continue }
        try entries.entry(name.rawValue, signature: property.signature) { value throws(BusError) in
          try write(name, to: &value)
        }
      }
    }
  }

  /// Reads an `a{sv}` of properties; the others keep their values.
  mutating func read(from reader: inout MessageReader) throws(Rejection) {
    try reader.dictionary { key, value throws(Rejection) in
      guard let name = Name(rawValue: key) else { return }
      try read(name, from: &value)
    }
  }

  /// Reads the reply of `GetAll`.
  package init(_ reply: Message) throws(Rejection) {
    self.init()
    var reader = reply.read()
    try read(from: &reader)
  }

  /// Applies a `PropertiesChanged`. Returns whether it is about this interface.
  @discardableResult
  package mutating func update(_ signal: Message) throws(Rejection) -> Bool {
    var reader = signal.read()
    guard try reader.text() == Self.interface.rawValue else { return false }
    try read(from: &reader)
    return true
  }
}
