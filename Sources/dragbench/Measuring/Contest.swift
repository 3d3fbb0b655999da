/// Ours and its peers on the same work, turn after turn, so that whatever else the machine does meets all of them
/// alike. The order changes with every turn.
struct Contest {
  typealias Work = () throws -> Double

  private(set) var ours: [Double] = []
  private(set) var peers: [[Double]]

  /// One round beforehand warms everything and does not count.
  ///
  /// - Parameter turns: how often each has its turn in a round, whose number is the mean of them: what is short is
  ///   compared within milliseconds and still has a round of its own length.
  init(rounds: Int, turns: Int = 1, ours work: @escaping Work, peers works: [Work]) throws {
    peers = works.map { _ in [] }
    let contenders = [work] + works
    for round in -1..<rounds {
      var sums = contenders.map { _ in 0.0 }
      for turn in 0..<turns {
        for place in contenders.indices {
          let index = (place + turn + max(round, 0)) % contenders.count
          sums[index] += try contenders[index]()
        }
      }
      guard round >= 0 else { continue }
      ours.append(sums[0] / Double(turns))
      for index in works.indices { peers[index].append(sums[index + 1] / Double(turns)) }
    }
  }

  /// One that needs only one peer.
  init(rounds: Int, turns: Int = 1, ours: @escaping Work, peer: @escaping Work) throws {
    try self.init(rounds: rounds, turns: turns, ours: ours, peers: [peer])
  }

  /// The comparison with one of the peers.
  func comparison(_ index: Int = 0) -> Comparison {
    Comparison(ours: Samples(ours), peer: Samples(peers[index]))
  }
}

/// Two contenders' numbers, round by round.
struct Comparison: Encodable {
  let ours: Samples
  let peer: Samples
  /// Ours divided by the peer's, of each round.
  let ratio: Samples

  init(ours: Samples, peer: Samples) {
    self.ours = ours
    self.peer = peer
    ratio = Samples(zip(ours.values, peer.values).map { $0 / $1 })
  }

  /// Of times in seconds: how often in a second.
  var rates: Comparison { Comparison(ours: ours.map { 1 / $0 }, peer: peer.map { 1 / $0 }) }
  /// Of times in seconds: in milliseconds.
  var milliseconds: Comparison {
    Comparison(ours: ours.map { $0 * 1_000 }, peer: peer.map { $0 * 1_000 })
  }
}
