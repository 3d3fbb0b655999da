/// Shares of a pool's threads for the lanes that peers can block, so that no application takes the threads of the
/// others, however many connections it has.
///
/// An application, or a pair of them, may have an eighth of what is free, rounded up: one that takes all that it gets
/// has a ninth of all, the next a ninth of the rest.
struct ThreadShares {
  /// The threads for these lanes; nil when the pool has no shares.
  private let limit: Int?
  /// The account of each peer, by its bus name.
  private var accounts: [String: String] = [:]
  /// Peers that have left the bus, in their order. Their files may still be offered.
  private var departed = Queue<String>()
  private var used: [String: Int] = [:]
  private var total = 0
  /// Lanes with waiting jobs whose share has no room.
  private var blocked: [String: Queue<Lane>] = [:]

  /// How many departed peers keep their account.
  private static let mostDeparted = 16_384

  init(limit: Int?) { self.limit = limit }

  // MARK: Peers

  mutating func charge(_ busName: String, to account: String) {
    guard limit != nil else { return }
    accounts[busName] = account
  }

  /// The peer has left the bus.
  mutating func recordDeparture(of busName: String) {
    guard accounts[busName] != nil else { return }
    departed.append(busName)
    if departed.count > Self.mostDeparted, let oldest = departed.popFirst() {
      accounts[oldest] = nil
    }
  }

  /// The share of a lane's jobs; nil for a lane that no peer can block. Unknown peers have one share together.
  func share(of lane: Lane) -> String? {
    guard limit != nil, !lane.blockers.isEmpty else { return nil }
    let charged = lane.blockers.map { blocker -> String in
      switch blocker {
      case .peer(let name): accounts[name] ?? ""
      case .kind(let kind): kind
      }
    }
    return charged.joined(separator: "\0")
  }

  // MARK: Threads

  func hasRoom(_ share: String) -> Bool {
    guard let limit else { return true }
    return limit > total && used[share] ?? 0 <= (limit - total - 1) / 8
  }

  /// Reserves a thread of the share; false when none is free.
  mutating func reserve(_ share: String) -> Bool {
    guard hasRoom(share) else { return false }
    used[share, default: 0] += 1
    total += 1
    return true
  }

  mutating func release(_ share: String) {
    total -= 1
    let rest = (used[share] ?? 1) - 1
    used[share] = rest == 0 ? nil : rest
  }

  func threads(of share: String) -> Int { used[share] ?? 0 }

  // MARK: Lanes that wait for room

  func hasBlockedLane(_ share: String) -> Bool { blocked[share] != nil }

  mutating func block(_ lane: Lane, _ share: String) {
    blocked[share, default: Queue()].append(lane)
  }

  /// The next lane whose share has room again.
  mutating func popUnblocked() -> Lane? {
    guard let share = blocked.keys.first(where: hasRoom) else { return nil }
    let lane = blocked[share]?.popFirst()
    if blocked[share]?.isEmpty == true { blocked[share] = nil }
    return lane
  }
}
