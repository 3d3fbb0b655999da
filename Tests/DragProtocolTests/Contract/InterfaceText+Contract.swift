import DragProtocol
import Harness

extension InterfaceText {
  /// The interface as its XML has to state it.
  init(_ interface: Contract.Interface) {
    self.init(
      name: interface.name.rawValue,
      methods: interface.methods.map { method in
        Member(
          name: method.name,
          arguments: method.arguments.map { Argument($0, "in") }
            + method.results.map { Argument($0, "out") },
          annotations: Dictionary(
            uniqueKeysWithValues: method.allAnnotations.map { ($0.name, $0.value) }))
      },
      signals: interface.signals.map { signal in
        Member(
          name: signal.name, arguments: signal.arguments.map { Argument($0, "") },
          annotations: Dictionary(
            uniqueKeysWithValues: signal.allAnnotations.map { ($0.name, $0.value) }))
      },
      properties: interface.properties.map { property in
        Property(
          name: property.name, type: property.signature,
          access: property.isWritable ? "readwrite" : "read",
          annotations: Dictionary(
            uniqueKeysWithValues: property.allAnnotations.map { ($0.name, $0.value) }))
      })
  }
}

extension InterfaceText.Argument {
  init(_ argument: Contract.Argument, _ direction: String) {
    self.init(name: argument.name, type: argument.signature, direction: direction)
  }
}
