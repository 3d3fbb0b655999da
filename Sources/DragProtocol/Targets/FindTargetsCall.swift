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
      var one = FoundTarget(target: try fields.target(), application: "", label: "")
      try fields.dictionary { key, value throws(Rejection) in
        guard let key = FoundTargetKey(rawValue: key) else { return }
        switch key {
        case .appID: one.application = try value.text()
        case .label: one.label = try value.text()
        }
      }
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
            try fields.appendDictionary { entries throws(BusError) in
              try entries.entry(FoundTargetKey.appID.rawValue, target.application)
              try entries.entry(FoundTargetKey.label.rawValue, target.label)
            }
          }
        }
      }
    }
    return reply
  }
}
