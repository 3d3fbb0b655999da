internal import DBus
internal import DragModel

extension AcceptOptions {
  init(_ reader: inout MessageReader) throws(Rejection) {
    self.init()
    try reader.dictionary { name, value throws(Rejection) in
      guard let key = AcceptKey(rawValue: name) else { return }
      switch key {
      case .operation: operation = try value.word(name)
      case .also: also = try value.patterns(name)
      case .delivery: delivery = try value.word(name)
      case .inlineMax: inlineMax = try Self.inlineMax(&value)
      case .startTimeout: startTimeout = try value.number()
      case .stallTimeout: stallTimeout = try value.number()
      case .finishTimeout: finishTimeout = try Self.finishTimeout(&value)
      }
    }
  }

  private static func inlineMax(_ reader: inout MessageReader) throws(Rejection) -> UInt64 {
    let bytes: UInt64 = try reader.number()
    guard bytes <= inlineLimit else {
      throw .invalid("inline_max is \(bytes), at most \(inlineLimit) can be")
    }
    return bytes
  }

  private static func finishTimeout(_ reader: inout MessageReader) throws(Rejection) -> UInt64 {
    let milliseconds: UInt64 = try reader.number()
    guard milliseconds > 0 else {
      throw .invalid("finish_timeout is 0: a move must not wait for ever, give milliseconds")
    }
    return milliseconds
  }

  /// Appends what is not the default.
  func write(to writer: inout MessageWriter) throws(BusError) {
    typealias Key = AcceptKey
    let defaults = AcceptOptions()
    try writer.appendDictionary { entries throws(BusError) in
      if operation != defaults.operation {
        try entries.entry(Key.operation.rawValue, operation.rawValue)
      }
      if !also.isEmpty { try entries.entry(Key.also.rawValue, strings: also) }
      if delivery != defaults.delivery {
        try entries.entry(Key.delivery.rawValue, delivery.rawValue)
      }
      try entries.entry(Key.inlineMax.rawValue, ifThere: inlineMax)
      if startTimeout != defaults.startTimeout {
        try entries.entry(Key.startTimeout.rawValue, startTimeout)
      }
      if stallTimeout != defaults.stallTimeout {
        try entries.entry(Key.stallTimeout.rawValue, stallTimeout)
      }
      if finishTimeout != defaults.finishTimeout {
        try entries.entry(Key.finishTimeout.rawValue, finishTimeout)
      }
    }
  }
}
