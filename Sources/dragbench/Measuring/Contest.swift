/// Ours and its peers on the same work, round after round, so that whatever else the machine does meets all of them
/// alike. The order turns with every round.
struct Contest {
  typealias Work = () throws -> Double

  private(set) var ours: [Double] = []
  private(set) var peers: [[Double]]

  /// One round beforehand warms everything and does not count.
  init(rounds: Int, ours work: @escaping Work, peers works: [Work]) throws {
    peers = works.map { _ in [] }
    let contenders = [work] + works
    for round in -1..<rounds {
      var results = contenders.map { _ in 0.0 }
      for turn in contenders.indices {
        let index = (turn + max(round, 0)) % contenders.count
        results[index] = try contenders[index]()
      }
      guard round >= 0 else { continue }
      ours.append(results[0])
      for index in works.indices { peers[index].append(results[index + 1]) }
    }
  }

  /// One that needs only one peer.
  init(rounds: Int, ours: @escaping Work, peer: @escaping Work) throws {
    try self.init(rounds: rounds, ours: ours, peers: [peer])
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
}
