import DragProtocol

/// An interface as its introspection XML has it, to be compared.
struct InterfaceText: Equatable {
  struct Argument: Equatable {
    var name: String
    var type: String
    /// `in`, `out`, or empty for a signal's.
    var direction: String
  }

  struct Member: Equatable {
    var name: String
    var arguments: [Argument] = []
    var annotations: [String: String] = [:]
  }

  struct Property: Equatable {
    var name: String
    var type: String
    var access: String
    var annotations: [String: String] = [:]
  }

  var name: String
  var methods: [Member] = []
  var signals: [Member] = []
  var properties: [Property] = []
}

extension InterfaceText {
  /// What the XML of an interface of the table has to say.
  init(_ interface: Contract.Interface) {
    name = interface.name.rawValue
    methods = interface.methods.map { method in
      Member(
        name: method.name,
        arguments: method.arguments.map { Argument($0, "in") }
          + method.results.map { Argument($0, "out") },
        annotations: Dictionary(
          uniqueKeysWithValues: method.allAnnotations.map { ($0.name, $0.value) }))
    }
    signals = interface.signals.map { signal in
      Member(
        name: signal.name, arguments: signal.arguments.map { Argument($0, "") },
        annotations: Dictionary(
          uniqueKeysWithValues: signal.allAnnotations.map { ($0.name, $0.value) }))
    }
    properties = interface.properties.map { property in
      Property(
        name: property.name, type: property.signature,
        access: property.isWritable ? "readwrite" : "read",
        annotations: Dictionary(
          uniqueKeysWithValues: property.allAnnotations.map { ($0.name, $0.value) }))
    }
  }
}

extension InterfaceText.Argument {
  init(_ argument: Contract.Argument, _ direction: String) {
    self.init(name: argument.name, type: argument.signature, direction: direction)
  }
}
