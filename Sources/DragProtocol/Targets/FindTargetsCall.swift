package import DBus
package import DragModel

/// A call of `Broker1.FindTargets`.
package struct FindTargetsCall: Hashable, Sendable {
  /// Empty for all targets.
  package var name: String

  package init(name: String = "") {
    self.name = name
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    name = try reader.text("name", atMost: Lengths.text)
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(.broker, BrokerMethod.findTargets, at: .root)
    try message.write { writer throws(BusError) in try writer.append(name) }
    return message
  }
}

/// A drop target in the reply of FindTargets.
package struct TargetSummary: Hashable, Sendable {
  package var target: Identifier
  package var application: String
  package var label: String

  package init(target: Identifier, application: String, label: String) {
    self.target = target
    self.application = application
    self.label = label
  }
}

extension TargetSummary: ReplyElement {
  package static var signature: String { "(oa{sv})" }

  package init(fields: inout MessageReader) throws(Rejection) {
    let target = try fields.target()
    self = try TargetSummary(&fields, isFromBroker: true)
    self.target = target
  }

  package func write(fields: inout MessageWriter) throws(BusError) {
    try fields.appendPath(target.targetPath)
    try write(to: &fields)
  }
}

/// The dictionary of a target in the reply.
extension TargetSummary: KeyedDictionary {
  static var unstated: Self {
    Self(target: Identifier(high: 0, middle: 0, low: 0), application: "", label: "")
  }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of found: inout Self
  ) throws(Visitor.Failure) {
    try keys.always("app_id", &found.application, .text())
    try keys.always("label", &found.label, .text())
  }
}
