package import DBus
package import DragModel

/// The properties of `org.dragd.Broker1`.
package struct BrokerProperties: PropertyValues, Hashable {
  package static let interface = InterfaceName.broker

  package var version = ""
  /// Numbers by name; a newer dragd may have more of them.
  package var limits: [String: UInt64] = [:]
  package var statistics: [String: UInt64] = [:]
  /// The identity of the ledger; empty while dragd cannot read it, nil from a dragd that knows no ledgers.
  package var ledger: String?
  /// What this dragd honours beyond the first version of the contract.
  package var features: [String] = []

  package init() {}

  package init(
    version: String, limit: (LimitKey) -> UInt64, statistic: (StatisticKey) -> UInt64,
    ledger: String
  ) {
    self.version = version
    self.ledger = ledger
    features = Feature.allCases.map(\.rawValue)
    for key in LimitKey.allCases { limits[key.name] = limit(key) }
    for key in StatisticKey.allCases { statistics[key.rawValue] = statistic(key) }
  }

  package func has(_ name: BrokerProperty) -> Bool { name != .ledger || ledger != nil }

  package func write(
    _ name: BrokerProperty, to writer: inout MessageWriter
  ) throws(BusError) {
    switch name {
    case .version: try writer.append(version)
    case .limits: try Self.write(limits, to: &writer)
    case .statistics: try Self.write(statistics, to: &writer)
    case .ledger: try writer.append(ledger ?? "")
    case .features: try writer.appendStrings(features)
    }
  }

  package mutating func read(
    _ name: BrokerProperty, from reader: inout MessageReader
  ) throws(Rejection) {
    switch name {
    case .version: version = try reader.text()
    case .limits: limits = try Self.numbers(&reader)
    case .statistics: statistics = try Self.numbers(&reader)
    case .ledger: ledger = try reader.text()
    case .features: features = try reader.texts()
    }
  }

  private static func write(
    _ numbers: [String: UInt64], to writer: inout MessageWriter
  ) throws(BusError) {
    try writer.appendArray(of: "{st}") { array throws(BusError) in
      for (name, number) in numbers.sorted(by: { $0.key < $1.key }) {
        try array.appendDictionaryEntry { entry throws(BusError) in
          try entry.append(name)
          try entry.append(number)
        }
      }
    }
  }

  private static func numbers(
    _ reader: inout MessageReader
  ) throws(Rejection) -> [String: UInt64] {
    var numbers: [String: UInt64] = [:]
    try reader.array { element throws(Rejection) in
      var entry = try element.reading { reader throws(DecodingFailure) in
        try reader.dictionaryEntry()
      }
      let name = try entry.text()
      numbers[name] = try entry.number()
    }
    return numbers
  }
}
