package import DBus
package import DragModel

/// The properties of `org.dragd.DropTarget1`.
package struct TargetProperties: PropertyValues, Hashable {
  package static let interface = InterfaceName.dropTarget

  package var name = ""
  package var label = ""
  /// Patterns of the types that the target accepts; empty for any.
  package var types: [String] = []
  package var operations: [Operation] = []
  /// The unique name of the connection that registered it.
  package var owner = ""
  /// Empty if unknown.
  package var application = ""

  package init() {}

  package init(_ shown: ShownTarget) {
    name = shown.name
    label = shown.label
    types = shown.types
    operations = shown.operations
    owner = shown.owner
    application = shown.application
  }

  package func write(
    _ name: DropTargetProperty, to writer: inout MessageWriter
  ) throws(BusError) {
    switch name {
    case .name: try writer.append(self.name)
    case .label: try writer.append(label)
    case .types: try writer.appendStrings(types)
    case .operations: try writer.appendStrings(operations.map(\.rawValue))
    case .owner: try writer.append(owner)
    case .appID: try writer.append(application)
    }
  }

  package mutating func read(
    _ name: DropTargetProperty, from reader: inout MessageReader
  ) throws(Rejection) {
    switch name {
    case .name: self.name = try reader.text()
    case .label: label = try reader.text()
    case .types: types = try reader.texts()
    case .operations: operations = try reader.knownOperations()
    case .owner: owner = try reader.text()
    case .appID: application = try reader.text()
    }
  }
}
