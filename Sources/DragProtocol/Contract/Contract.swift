package import DragModel

/// The contract as one table: what is served, what is called, and how each is spelled.
///
/// Introspection is printed from it, and `dbus/*.xml` documents every row.
package enum Contract {
  /// Every interface, dragd's own first.
  package static let interfaces: [Interface] = InterfaceName.allCases.map(interface)

  package static func interface(_ name: InterfaceName) -> Interface {
    switch name {
    case .broker: broker
    case .offer: offer
    case .transfer: transfer
    case .dropTarget: dropTarget
    case .source: source
    case .target: target
    case .properties: properties
    case .introspectable: introspectable
    case .peer: peer
    case .objectManager: objectManager
    }
  }

  package struct Interface: Sendable {
    package let name: InterfaceName
    package let methods: [Method]
    package let signals: [Signal]
    package let properties: [Property]

    init(
      _ name: InterfaceName, methods: [Method] = [], signals: [Signal] = [],
      properties: [Property] = []
    ) {
      self.name = name
      self.methods = methods
      self.signals = signals
      self.properties = properties
    }

    package func method(named name: String) -> Method? {
      methods.first { $0.name == name }
    }

    package func property(named name: String) -> Property? {
      properties.first { $0.name == name }
    }
  }

  package struct Method: Sendable {
    package let name: String
    package let arguments: [Argument]
    package let results: [Argument]
    /// What it may fail with beside `InvalidArgs`, which any method may answer that takes something.
    package let errors: [ErrorCode]
    package let annotations: [Annotation]
    /// The signature of all arguments.
    package let signature: String
    /// The signature of all results.
    package let resultSignature: String

    init(
      _ name: some RawRepresentable<String>, _ arguments: [Argument] = [],
      returns results: [Argument] = [], fails errors: [ErrorCode] = [],
      _ annotations: Annotation...
    ) {
      self.name = name.rawValue
      self.arguments = arguments
      self.results = results
      self.errors = errors
      self.annotations = annotations
      signature = arguments.map(\.signature).joined()
      resultSignature = results.map(\.signature).joined()
    }
  }

  package struct Signal: Sendable {
    package let name: String
    package let arguments: [Argument]

    init(_ name: String, _ arguments: [Argument]) {
      self.name = name
      self.arguments = arguments
    }
  }

  package struct Argument: Sendable {
    package let name: String
    package let signature: String
    /// The keys of the dictionaries in it.
    package let keys: [Key]

    init(_ name: String, _ signature: String, _ keys: [Key] = []) {
      self.name = name
      self.signature = signature
      self.keys = keys
    }
  }

  /// A key of an `a{sv}` or `a{st}`.
  package struct Key: Sendable {
    package let name: String
    package let signature: String
    package let presence: Presence

    package enum Presence: Hashable, Sendable {
      /// What it means to leave it out is told in words.
      case optional
      /// To leave it out is to say this.
      case defaultsTo(String)
      /// Always there; a call without it is refused.
      case always
    }

    init(
      _ name: some RawRepresentable<String>, _ signature: String, _ presence: Presence = .optional
    ) {
      self.init(name: name.rawValue, signature, presence)
    }

    init(name: String, _ signature: String, _ presence: Presence) {
      self.name = name
      self.signature = signature
      self.presence = presence
    }
  }

  /// All of them can only be read.
  package struct Property: Sendable {
    package let name: String
    package let signature: String
    package let changes: Changes
    package let keys: [Key]

    /// What `org.freedesktop.DBus.Property.EmitsChangedSignal` says.
    package enum Changes: String, Sendable {
      /// PropertiesChanged carries the new value.
      case announced = "true"
      /// Never for the object's life.
      case never = "const"
      /// Without a signal: read it when you need it.
      case silently = "false"
    }

    init(
      _ name: some RawRepresentable<String>, _ signature: String, changes: Changes,
      _ keys: [Key] = []
    ) {
      self.name = name.rawValue
      self.signature = signature
      self.changes = changes
      self.keys = keys
    }
  }

  package enum Annotation: Hashable, Sendable {
    /// Descriptors travel with the call or its reply: GDBus's code generator has to know.
    case descriptors

    package var name: String {
      switch self {
      case .descriptors: "org.gtk.GDBus.C.UnixFD"
      }
    }

    package var value: String {
      switch self {
      case .descriptors: "true"
      }
    }
  }
}
