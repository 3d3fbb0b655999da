internal import DragConnection
internal import DragModel
internal import Harness

extension Row {
  /// Calls Find for a type that no offer has, while a million representations are listed: more than dragd lists
  /// without other limits.
  static let finding = Row(
    name: "finding", title: "A Find that matches nothing"
  ) { bench in
    try BenchBus.run { few in
      let limits = ["metadata_bytes_per_connection=67108864", "metadata_bytes_per_user=268435456"]
      return try BenchBus.run(limits: limits) { many in
        let itemsOfFew = 16
        _ = try few.client.perform(try Offers.wide(items: itemsOfFew))
        let owners = try (0..<4).map { _ in try many.connect() }
        let (offers, items) = (16, 256)
        for owner in owners {
          for _ in 0..<offers { _ = try owner.perform(try Offers.wide(items: items)) }
        }
        let count = 50
        let measurement = try PairedMeasurement(rounds: bench.rounds, turns: 10) {
          try secondsEach(count) { try many.client.findNothing() }
        } peer: {
          try secondsEach(count) { try few.client.findNothing() }
        }
        let all = owners.count * offers * items * Offers.wideTypes
        return [
          Finding(
            "\(all) representations listed, beside \(itemsOfFew * Offers.wideTypes)", .milliseconds,
            measurement.comparison().milliseconds, wanted: .ratioAtMost(2))
        ]
      }
    }
  }
}

extension Offers {
  /// Representations of each item of a wide offer: as many as one item may have.
  fileprivate static let wideTypes = 64

  /// Items that have a representation of each of many types.
  fileprivate static func wide(items: Int) throws -> BrokerCall<Identifier> {
    let representations = (0..<wideTypes).map { number in
      Representation(type: MIMEType("x-bench/n\(number)"), content: SourceContent.data([]))
    }
    let item = SourceItem(attributes: ItemAttributes(), representations: representations)
    return try .offer(Array(repeating: item, count: items), OfferOptions())
  }
}

extension BrokerConnection {
  fileprivate func findNothing() throws {
    do throws(RequestError) {
      _ = try perform(.find(["x-bench/nothing"]))
    } catch {
      guard error.code == .broker(.noSuchOffer) else { throw error }
      return
    }
    throw BenchFailure("dragd has found a type that no offer has")
  }
}
