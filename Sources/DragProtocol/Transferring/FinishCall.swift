package import DBus
package import DragModel

extension Message {
  /// A call of `Transfer1.Finish`.
  package static func finish(_ transfer: Identifier) throws(BusError) -> Message {
    let message = try call(.transfer, TransferMethod.finish, at: .transfer(transfer))
    try message.write { writer throws(BusError) in
      try writer.appendDictionary { _ throws(BusError) in }
    }
    return message
  }
}

extension FinishResult {
  /// Reads the reply of Finish.
  package init(_ reply: Message) throws(Rejection) {
    var reader = reply.read()
    var bytes: UInt64?
    var operation: Operation?
    var acknowledged: Bool?
    try reader.dictionary { name, value throws(Rejection) in
      guard let key = FinishedKey(rawValue: name) else { return }
      switch key {
      case .bytes: bytes = try value.number()
      case .operation: operation = try value.word(name)
      case .acknowledged: acknowledged = try value.flag()
      }
    }
    guard let bytes else { throw .missing(FinishedKey.bytes) }
    guard let operation else { throw .missing(FinishedKey.operation) }
    guard let acknowledged else { throw .missing(FinishedKey.acknowledged) }
    self.init(bytes: bytes, operation: operation, acknowledged: acknowledged)
  }

  /// The reply to a call of Finish.
  package func reply(to call: some Answerable) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.appendDictionary { entries throws(BusError) in
        try entries.entry(FinishedKey.bytes.rawValue, bytes)
        try entries.entry(FinishedKey.operation.rawValue, operation.rawValue)
        try entries.entry(FinishedKey.acknowledged.rawValue, acknowledged)
      }
    }
    return reply
  }
}
