/// An interface as introspection XML states it.
package struct InterfaceText: Equatable {
  package struct Argument: Equatable {
    package let name: String
    package let type: String
    /// `in`, `out`, or empty for an argument of a signal.
    package let direction: String

    package init(name: String, type: String, direction: String) {
      self.name = name
      self.type = type
      self.direction = direction
    }
  }

  /// A method or a signal.
  package struct Member: Equatable {
    package let name: String
    package internal(set) var arguments: [Argument]
    package internal(set) var annotations: [String: String]

    package init(
      name: String, arguments: [Argument] = [], annotations: [String: String] = [:]
    ) {
      self.name = name
      self.arguments = arguments
      self.annotations = annotations
    }
  }

  package struct Property: Equatable {
    package let name: String
    package let type: String
    package let access: String
    package internal(set) var annotations: [String: String]

    package init(
      name: String, type: String, access: String, annotations: [String: String] = [:]
    ) {
      self.name = name
      self.type = type
      self.access = access
      self.annotations = annotations
    }
  }

  package let name: String
  package internal(set) var methods: [Member]
  package internal(set) var signals: [Member]
  package internal(set) var properties: [Property]

  package init(
    name: String, methods: [Member] = [], signals: [Member] = [], properties: [Property] = []
  ) {
    self.name = name
    self.methods = methods
    self.signals = signals
    self.properties = properties
  }
}
