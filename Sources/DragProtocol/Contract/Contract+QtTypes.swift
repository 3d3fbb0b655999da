/// The C++ types of arguments and properties, for Qt's code generator: it refuses an interface with a type that it does
/// not know by itself. The names beginning with `Dragd` are declared in the documentation of the C++ programs.
extension Contract {
  static let qtTypeName = "org.qtproject.QtDBus.QtTypeName"

  /// Nil for the types that Qt knows.
  static func qtType(_ signature: String) -> String? {
    switch signature {
    case "a{sv}": "QVariantMap"
    case "a{st}": "DragdNumbers"
    case "au": "QList<uint>"
    case "(ss)": "DragdPair"
    case "a(ss)": "QList<DragdPair>"
    case "a(sa{sv})": "QList<DragdRecord>"
    case "a(oa{sv})": "QList<DragdObject>"
    case "a(a{sv}aa{sv})": "QList<DragdItem>"
    default: nil
    }
  }

  static func qtAnnotations(
    _ arguments: [Argument], _ direction: String
  ) -> [(name: String, value: String)] {
    arguments.enumerated().compactMap { index, argument in
      qtType(argument.signature).map { ("\(qtTypeName).\(direction)\(index)", $0) }
    }
  }
}

extension Contract.Method {
  /// Everything that the XML says of the method beside its arguments.
  package var allAnnotations: [(name: String, value: String)] {
    annotations.map { ($0.name, $0.value) } + Contract.qtAnnotations(arguments, "In")
      + Contract.qtAnnotations(results, "Out")
  }
}

extension Contract.Signal {
  /// Everything that the XML says of the signal beside its arguments.
  package var allAnnotations: [(name: String, value: String)] {
    Contract.qtAnnotations(arguments, "Out")
  }
}

extension Contract.Property {
  /// Everything that the XML says of the property beside its type.
  package var allAnnotations: [(name: String, value: String)] {
    [("org.freedesktop.DBus.Property.EmitsChangedSignal", changes.rawValue)]
      + (Contract.qtType(signature).map { [(Contract.qtTypeName, $0)] } ?? [])
  }
}
