internal import DragConnection
internal import DragModel
internal import Harness

extension Row {
  static let manyOffers = Row(
    name: "many-offers", title: "10,000 offers live"
  ) { bench in
    try Stage.run { few in
      try Stage.run { many in
        let count = 10_000
        let lonely = try few.client.perform(try Offers.small())
        let before = try many.memory()
        let crowd = try OfferCrowd(count, on: many)
        let after = try many.memory()
        let repeats = 500
        let contest = try Contest(rounds: bench.rounds) {
          1_000 / (try perSecond(repeats) { try many.client.acceptSmall(crowd.middle) })
        } peer: {
          1_000 / (try perSecond(repeats) { try few.client.acceptSmall(lonely) })
        }
        let each = Double(after - before) / Double(count) - Double(Offers.kibibyte.count)
        return [
          Finding(
            "time of an accept, beside 1 offer live", .milliseconds, contest.comparison(),
            wanted: .ratioAtMost(1.1)),
          Finding(
            "memory of an offer beside its payload", .kibibytes, ours: Samples([each / 1_024]),
            wanted: .atMost(2)),
        ]
      }
    }
  }
}
