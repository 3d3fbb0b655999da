package import DBus
package import DragModel

/// A call of `Broker1.RegisterTarget`.
package struct RegisterTargetCall: Hashable, Sendable {
  package var name: String
  /// Patterns of the types that the target accepts; empty for any.
  package var types: [String]
  package var options: TargetOptions
  /// Keys that this dragd does not know, and ignores.
  package private(set) var unknownKeys = UnknownKeys()

  package init(name: String, types: [String] = [], options: TargetOptions) {
    self.name = name
    self.types = types
    self.options = options
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    name = try reader.text("name", atMost: Lengths.text)
    guard !name.isEmpty else {
      throw .invalid("name is “”: give the name by which others find the target")
    }
    types = try reader.patterns("types")
    options = try CheckedOptions(&reader, after: &unknownKeys).options
    // No path is empty.
    guard !options.target.isEmpty else {
      throw .invalid("target is missing: name the object that implements Target1")
    }
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(.broker, BrokerMethod.registerTarget, at: .root)
    try message.write { writer throws(BusError) in
      try writer.append(name)
      try writer.appendStrings(types)
      try options.write(to: &writer)
    }
    return message
  }
}

extension TargetOptions: KeyedDictionary {
  static let unstated = Self(target: "")

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of options: inout Self
  ) throws(Visitor.Failure) {
    try keys.always("target", &options.target, .path)
    try keys.optional("label", &options.label, .text(atMost: Lengths.text))
    try keys.defaulted("operations", &options.operations, unstated.operations, .operations)
  }
}
