import Harness

/// A way to exceed one limit.
struct Provocation: Sendable, CustomStringConvertible {
  let limit: String
  /// The value that the limit is set to; nil for limits that the protocol fixes.
  let value: Int?
  /// Ends with the error.
  let perform: @Sendable (Service) throws -> Void

  var description: String { limit }

  init(_ limit: String, _ value: Int?, _ perform: @escaping @Sendable (Service) throws -> Void) {
    self.limit = limit
    self.value = value
    self.perform = perform
  }

  /// No limit stops the service's warm-up: one offer of two items, and two transfers.
  static let all: [Provocation] =
    offering + content + transferring + waiting + unanswered + dropping + moving

  /// Limits that take more than a few calls to reach, and their tests.
  static let elsewhere = [
    "receive_timeout": "ServiceTests/Transferring/CopyQuotaTests.swift",
    "descriptor_messages_per_connection": "ServiceTests/Hostile/HangingFileTests.swift",
    "descriptor_threads": "ServiceTests/Hostile/HangingFileTests.swift",
    "queued_bytes_per_connection": "DBusTests/TurnTests.swift",
    "queued_bytes_per_user": "DBusTests/TurnQueueTests.swift",
    "unread_bytes_per_connection": "ServiceTests/Hostile/UnreadReplyTests.swift",
    "unread_bytes_per_user": "DBusTests/UnreadBytesTests.swift",
    "unwritten_bytes": "ServiceTests/Hostile/UnreadReplyTests.swift",
  ]
}

/// One item of a few bytes.
private let small = Item(data("a/b", "x"))
private let thousand = Item(data("a/b", .pattern(1_000)))

// MARK: Offers

private let offering = [
  Provocation("offers_per_connection", 1) { service in
    let source = try service.peer()
    for _ in 0..<2 { _ = try source.offer([small]) }
  },
  Provocation("offers_per_user", 2) { service in
    for _ in 0..<3 { _ = try service.peer().offer([small]) }
  },
  Provocation("items_per_connection", 2) { service in
    _ = try service.peer().offer([small, small, small])
  },
  Provocation("items_per_user", 2) { service in
    _ = try service.peer().offer([small, small])
    _ = try service.peer().offer([small])
  },
  Provocation("representations_per_item", 1) { service in
    _ = try service.peer().offer([Item(data("a/b", "x"), data("a/c", "x"))])
  },
  Provocation("types_per_offer", 2) { service in
    _ = try service.peer().offer([Item(data("a/b", "x"), data("a/c", "x"), data("a/d", "x"))])
  },
  Provocation("metadata_bytes_per_connection", 30_000, makesOneWordy),
  Provocation("metadata_bytes_per_user", 60_000, makesManyWordy),
  Provocation("listed_bytes_per_connection", 30_000, makesOneWordy),
  Provocation("listed_bytes_per_user", 60_000, makesManyWordy),
]

/// One connection offers some 50,000 bytes of types.
private func makesOneWordy(_ service: Service) throws {
  let source = try service.peer()
  for _ in 0..<4 { _ = try source.offer([wordy]) }
}

/// Each of many connections offers some 13,000 bytes of types.
private func makesManyWordy(_ service: Service) throws {
  for _ in 0..<8 { _ = try service.peer().offer([wordy]) }
}

/// One item whose types take some 13,000 bytes.
private let wordy = Item(
  attributes: [:], representations: (0..<50).map { data("a/\($0)-".padding(to: 255), "x") })

/// Offers 200,000 sensitive bytes, which only memory may hold.
private func holdsSensitive(_ service: Service) throws {
  let source = try service.peer()
  let memory = try source.memory(.pattern(200_000), seals: [])
  _ = try source.offer([Item(file("a/b", memory))], ["sensitive": .b(true)])
}

private let content = [
  Provocation("held_memory", 100_000, holdsSensitive),
  Provocation("held_memory_per_connection", 100_000, holdsSensitive),
  Provocation("held_bytes_per_connection", 1_500) { service in
    let source = try service.peer()
    for _ in 0..<2 { _ = try source.offer([thousand]) }
  },
  Provocation("held_bytes_per_user", 1_500) { service in
    for _ in 0..<2 { _ = try service.peer().offer([thousand]) }
  },
  Provocation("data_bytes", nil) { service in
    _ = try service.peer().offer([Item(data("a/b", .pattern(1 << 20 + 1)))])
  },
]

// MARK: Transfers

/// Offers items whose content never comes.
func offerSilently(_ service: Service, count: Int) throws -> String {
  try offer(service, count, serving: ["a/b": [.gate("never")]])
}

private func offer(
  _ service: Service, _ count: Int, serving steps: [String: [Step]]
) throws -> String {
  let source = try service.peer()
  try source.serve(steps)
  return try source.offer(
    (0..<count).map { _ in Item(lazily("a/b")) }, ["source": .o(Names.sourcePath)])
}

/// Starts transfers of files that never become complete.
func acceptSilently(
  _ service: Service, _ destination: Peer, count: Int
) throws -> [String] {
  let offer = try offerSilently(service, count: count)
  return try destination.accept(offer, ["delivery": .s("file"), "start_timeout": .t(0)])
    .map(\.transfer)
}

private let waiting = [
  Provocation("waiting_calls_per_connection", 2) { service in
    let destination = try service.peer()
    let transfers = try acceptSilently(service, destination, count: 3)
    for transfer in transfers.prefix(2) { _ = try destination.startReceive(transfer, "a/b") }
    _ = try destination.receive(transfers[2], "a/b")
  },
  Provocation("waiting_calls_per_user", 2) { service in
    let (one, two) = (try service.peer(), try service.peer())
    for transfer in try acceptSilently(service, one, count: 2) {
      _ = try one.startReceive(transfer, "a/b")
    }
    try one.settle()
    _ = try two.receive(try acceptSilently(service, two, count: 1)[0], "a/b")
  },
  Provocation("waiting_calls_per_part", 2) { service in
    let destination = try service.peer()
    let transfer = try acceptSilently(service, destination, count: 1)[0]
    for _ in 0..<2 { _ = try destination.startReceive(transfer, "a/b") }
    _ = try destination.receive(transfer, "a/b")
  },
]

/// Offers items of a source that answers no call.
private func offerDeafly(_ service: Service, count: Int) throws -> String {
  try offer(service, count, serving: ["*": [.close], "Ended": []])
}

private let unanswered = [
  Provocation("unanswered_calls_per_connection", 16) { service in
    let offer = try offerDeafly(service, count: 17)
    for item in 0..<17 { _ = try service.peer().accept(offer, items: [UInt32(item)]) }
  },
  Provocation("unanswered_calls_per_user", 2) { service in
    _ = try service.peer().accept(try offerDeafly(service, count: 17))
  },
]

private let transferring = [
  Provocation("transfers_per_connection", 2) { service in
    let offer = try offerSilently(service, count: 3)
    _ = try service.peer().accept(offer)
  },
  Provocation("transfers_per_user", 2) { service in
    let offer = try offerSilently(service, count: 2)
    _ = try service.peer().accept(offer)
    _ = try service.peer().accept(offer, items: [0])
  },
  Provocation("ended_transfers", 2) { service in
    let source = try service.peer()
    let destination = try service.peer()
    let offer = try source.offerLazily(steps: Step.all("x"))
    let transfers = try (0..<3).map { _ in
      let (transfer, pipe) = try destination.stream(offer)
      _ = try destination.read(pipe)
      try destination.close(pipe)
      try destination.finish(transfer)
      return transfer
    }
    for transfer in transfers { _ = try destination.state(of: transfer) }
  },
  Provocation("inline_bytes", nil) { service in
    let peer = try service.peer()
    _ = try peer.accept(try peer.offer([small]), ["inline_max": .t(1 << 20 + 1)])
  },
  Provocation("descriptors_per_message", nil) { service in
    let peer = try service.peer()
    let offer = try peer.offer((0..<17).map { _ in small })
    _ = try peer.accept(offer, ["delivery": .s("file")])
  },
]

// MARK: Targets and moves

/// Registers a target that does not answer Propose.
private func silentTarget(_ service: Service) throws -> String {
  try service.peer().registerTarget("Inbox", ["Propose": [.gate("never")]])
}

private let dropping = [
  Provocation("targets_per_connection", 1) { service in
    let owner = try service.peer()
    for _ in 0..<2 { _ = try owner.registerTarget() }
  },
  Provocation("targets_per_user", 1) { service in
    for _ in 0..<2 { _ = try service.peer().registerTarget() }
  },
  Provocation("drops_per_connection", 1) { service in
    let (target, dropper) = (try silentTarget(service), try service.peer())
    let offer = try dropper.offer([small])
    _ = try dropper.startPropose(offer, on: target)
    _ = try dropper.propose(offer, on: target)
  },
  Provocation("drops_per_user", 1) { service in
    let (target, dropper) = (try silentTarget(service), try service.peer())
    let offer = try dropper.offer([small])
    _ = try dropper.startPropose(offer, on: target)
    try dropper.settle()
    _ = try service.peer().propose(offer, on: try silentTarget(service))
  },
]

/// Moves items and acknowledges none.
private func move(_ count: UInt32, named name: String = "", _ service: Service) throws {
  let (source, destination) = (try service.peer(), try service.peer())
  let cookie = newCookie()
  try source.serveMoves(cookie)
  let offer = try source.offerMoves(
    (0..<count).map { Item(key: "\(name)\($0)", data("text/plain", "x")) }, cookie)
  for item in 0..<count { try destination.moveAway(offer, items: [item]) }
}

private let moving = [
  Provocation("cookies_per_connection", 1) { service in
    let source = try service.peer()
    for _ in 0..<2 { try source.serveMoves(newCookie()) }
  },
  Provocation("moves", 1) { service in try move(2, service) },
  Provocation("move_bytes", 20_000) { service in
    try move(16, named: "key".padding(to: 250), service)
  },
]
