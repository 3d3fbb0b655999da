internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Harness

extension Row {
  /// How long the slowest of many calls takes while dragd takes over 1 GiB, holds it and lets go of it.
  static let answering = Row(
    name: "answering", title: "1 GiB offered, held, released: the longest time dragd answers nobody"
  ) { bench in
    try Stage.run { stage in
      let echoes = try Echoes(on: stage)
      let owner = try stage.connect()
      let loop = try EventLoop()
      owner.attach(to: loop)
      let contest = try Contest(rounds: bench.rounds) {
        var released = false
        var longest = 0.0
        // Nobody but dragd has the memory once the message is on its way: dragd is who gives it back.
        let item = Offers.item(.file(try Offers.memory(BigFile.gibibyte)))
        owner.perform(try .offer([item], OfferOptions())) { result in
          guard case .success(let offer) = result,
            let withdraw = try? BrokerCall.withdraw(offer)
          else { return }
          owner.perform(withdraw) { _ in released = true }
        }
        // Until it is gone, and as long again: the memory itself is given back later.
        var rest = 200
        while rest > 0 {
          loop.turn(timeout: 0)
          longest = max(longest, try seconds { _ = try stage.client.perform(.status()) })
          if released { rest -= 1 }
        }
        return longest * 1_000
      } peer: {
        var longest = 0.0
        for _ in 0..<200 { longest = max(longest, try seconds { try echoes.knock() }) }
        return longest * 1_000
      }
      return [
        Finding(
          "the slowest of 200 calls and more", .milliseconds, ours: Samples(contest.ours),
          wanted: .atMost(5)),
        Finding(
          "the same, beside an idle echo in C", .milliseconds, contest.comparison(),
          wanted: .nothing),
      ]
    }
  }
}
