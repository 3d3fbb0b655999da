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
package struct FoundTarget: Hashable, Sendable {
  package var target: Identifier
  package var application: String
  package var label: String

  package init(target: Identifier, application: String, label: String) {
    self.target = target
    self.application = application
    self.label = label
  }

  /// Reads the reply of FindTargets.
  package static func read(_ reply: Message) throws(Rejection) -> [FoundTarget] {
    var reader = reply.read()
    var found: [FoundTarget] = []
    try reader.array { element throws(Rejection) in
      var fields = try element.reading { reader throws(DecodingFailure) in
        try reader.structure()
      }
      let target = try fields.target()
      var one = try FoundTarget(&fields, isFromBroker: true)
      one.target = target
      found.append(one)
    }
    return found
  }

  /// The reply to a call of FindTargets.
  package static func reply(
    to call: some Answerable, _ targets: [FoundTarget]
  ) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendArray(of: "(oa{sv})") { array throws(BusError) in
        for target in targets {
          try array.appendStructure { fields throws(BusError) in
            try fields.appendPath(target.target.targetPath)
            try target.write(to: &fields)
          }
        }
      }
    }
    return reply
  }
}

/// The dictionary of a target in the reply.
extension FoundTarget: KeyedDictionary {
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
