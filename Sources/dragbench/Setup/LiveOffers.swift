internal import DragConnection
internal import DragModel
internal import Harness

/// Many offers of 1 KiB, from as many connections as the quota of one connection requires.
final class LiveOffers {
  private static let offersPerConnection = 1_000
  private var owners: [BrokerConnection] = []
  private(set) var offers: [Identifier] = []

  init(_ count: Int, on bus: BenchBus) throws {
    try grow(to: count, on: bus)
  }

  /// Adds offers until there are so many.
  func grow(to count: Int, on bus: BenchBus) throws {
    while offers.count < count {
      if offers.count == owners.count * Self.offersPerConnection {
        owners.append(try bus.connect())
      }
      offers.append(try owners[owners.count - 1].perform(try Offers.small()))
    }
  }

  var middle: Identifier { offers[offers.count / 2] }
}

extension BenchBus {
  /// dragd's memory that no file backs, in bytes.
  func memory() throws -> Int { try dragd.facts.anonymousMemory() }
}
