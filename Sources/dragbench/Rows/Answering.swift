internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Harness

extension Row {
  /// The time of the slowest of many calls while dragd receives 1 GiB, holds it and releases it.
  static let answering = Row(
    name: "answering",
    title: "1 GiB offered, held, released: the longest time without an answer of dragd"
  ) { bench in
    try BenchBus.run { bus in
      let echoes = try Echoes(on: bus)
      let owner = try bus.connect()
      let loop = try EventLoop()
      owner.attach(to: loop)
      let measurement = try PairedMeasurement(
        rounds: bench.rounds,
        ours: {
          var released = false
          // Once the message is sent, only dragd has the memory, so dragd releases it.
          let item = Offers.item(.file(try Offers.memory(BigFile.gibibyte)))
          owner.perform(try .offer([item], OfferOptions())) { result in
            guard case .success(let offer) = result,
              let withdraw = try? BrokerCall.withdraw(offer)
            else { return }
            owner.perform(withdraw) { _ in released = true }
          }
          return try longest {
            _ = try bus.client.perform(.status())
          } until: {
            loop.turn(timeout: 0)
            return released
          }
        },
        peers: [
          {
            try longest {
              try echoes.callWithoutPayload()
            } until: {
              true
            }
          },
          {
            let other = try bus.start(.memory, input: .pipe)
            _ = try other.firstLine()
            other.closeInput()
            return try longest {
              try echoes.callWithoutPayload()
            } until: {
              !other.isRunning
            }
          },
        ])
      return [
        Finding(
          "the slowest of 200 calls and more", .milliseconds, ours: Samples(measurement.ours),
          wanted: .atMost(5)),
        Finding(
          "the same, beside an idle echo in C", .milliseconds, measurement.comparison(0),
          wanted: .nothing),
        Finding(
          "the same, beside an echo in C while another program gives back 1 GiB", .milliseconds,
          measurement.comparison(1), wanted: .nothing),
      ]
    }
  }

  /// The milliseconds of the slowest call, of those until the work is done and of 200 more: the kernel frees released
  /// memory a little later.
  private static func longest(
    _ call: () throws -> Void, until isDone: () -> Bool
  ) throws -> Double {
    var longest = 0.0
    var rest = 200
    while rest > 0 {
      if isDone() { rest -= 1 }
      longest = max(longest, try seconds(call))
    }
    return longest * 1_000
  }
}
