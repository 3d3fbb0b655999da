import Harness

/// The plan of one run. Its text is the seed that repeats it: `source=12.3,dragd=7,order=1`.
struct Plan: Hashable, Sendable, CustomStringConvertible {
  /// For each start of a process, first and later ones: the number of the fail point at which it is killed; 0 for none.
  /// Sources and destinations are started again to recover.
  var kills: [Role: [Int]] = [:]
  /// The number of the order in which the processes are started again.
  var order = 0
  /// Whether source and destination share a home, so that the start of one settles what the other has left.
  var sharesHome = false
  /// Whether a second destination wants the same items at the same time.
  var hasRival = false
  /// Whether dragd runs under a service manager that keeps its descriptors, instead of being started by the bus.
  var isManaged = false
  var bus = PrivateBus.Kind.dbusDaemon

  static let orders = 6

  func kill(_ role: Role, atStart start: Int) -> Int? {
    guard let kills = kills[role], start < kills.count, kills[start] > 0 else { return nil }
    return kills[start]
  }

  /// The number of rounds in which processes are killed.
  var rounds: Int { kills.values.map(\.count).max() ?? 0 }

  /// The roles that are killed: the row of the table.
  var group: String {
    let roles = kills.keys.sorted().map(\.rawValue)
    let isRepeated = kills.values.contains { kills in kills.count { $0 > 0 } > 1 }
    let again = isRepeated ? ", and again" : ""
    if hasRival { return "race, \(roles.count) killed\(again)" }
    return (roles.isEmpty ? "no kill" : roles.joined(separator: " + ")) + again
  }

  /// Source, destination and rival in the order in which they are started again.
  var returning: [Role] {
    var left: [Role] = hasRival ? [.source, .destination, .rival] : [.source, .destination]
    var number = order
    var all: [Role] = []
    while !left.isEmpty {
      all.append(left.remove(at: number % left.count))
      number /= max(left.count, 1)
    }
    return all
  }

  var description: String {
    var words = kills.sorted { $0.key < $1.key }.map { role, kills in
      "\(role.rawValue)=\(kills.map(String.init).joined(separator: "."))"
    }
    words.append("order=\(order)")
    if sharesHome { words.append("home=shared") }
    if hasRival { words.append("race=yes") }
    if isManaged { words.append("manager=yes") }
    if bus != .dbusDaemon { words.append("bus=\(bus.rawValue)") }
    return words.joined(separator: ",")
  }

  init() {}

  /// Nil for a text that `description` does not write.
  init?(_ text: String) {
    for word in text.split(separator: ",") {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return nil }
      let numbers = parts[1].split(separator: ".").compactMap { Int($0) }
      if let role = Role(rawValue: parts[0]) {
        kills[role] = numbers
      } else if parts[0] == "order", let number = numbers.first {
        order = number
      } else if parts[0] == "bus", let kind = PrivateBus.Kind(rawValue: parts[1]) {
        bus = kind
      } else if word == "home=shared" {
        sharesHome = true
      } else if word == "race=yes" {
        hasRival = true
      } else if word == "manager=yes" {
        isManaged = true
      } else {
        return nil
      }
    }
  }
}
