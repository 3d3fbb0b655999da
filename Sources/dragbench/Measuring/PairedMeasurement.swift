/// Measures dragd and its peers on the same work in alternation, so that other load on the machine affects all of them
/// alike. The order changes with every turn.
struct PairedMeasurement {
  typealias Work = () throws -> Double

  private(set) var ours: [Double] = []
  private(set) var peers: [[Double]]

  /// One round beforehand warms everything and does not count.
  ///
  /// - Parameter turns: the number of turns of each in a round. A round's number is their mean, so short work is
  ///   compared within milliseconds.
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

  /// A measurement with one peer.
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
  /// dragd's number divided by the peer's, for each round.
  let ratio: Samples

  init(ours: Samples, peer: Samples) {
    self.ours = ours
    self.peer = peer
    ratio = Samples(zip(ours.values, peer.values).map { $0 / $1 })
  }

  /// Converts times in seconds to rates per second.
  var rates: Comparison { Comparison(ours: ours.map { 1 / $0 }, peer: peer.map { 1 / $0 }) }
  /// Converts times in seconds to milliseconds.
  var milliseconds: Comparison {
    Comparison(ours: ours.map { $0 * 1_000 }, peer: peer.map { $0 * 1_000 })
  }
}
