internal import DisplaySelections

/// The conversions under way, with limits in all and for each client of the server.
struct ConversionTable {
  private let total: Int
  private let perClient: Int
  /// The bits of a window's identifier that its client chooses; the others identify the client.
  private let identifierMask: UInt32
  private var conversions: [RequestID: Conversion] = [:]
  private var places: [Conversion.Place: Conversion] = [:]
  private var clients: [UInt32: Int] = [:]

  init(total: Int, perClient: Int, identifierMask: UInt32) {
    self.total = total
    self.perClient = perClient
    self.identifierMask = identifierMask
  }

  var count: Int { conversions.count }
  var all: [Conversion] { Array(conversions.values) }

  subscript(id: RequestID) -> Conversion? { conversions[id] }
  subscript(place: Conversion.Place) -> Conversion? { places[place] }

  func of(requestor: Window) -> [Conversion] {
    conversions.values.filter { $0.place.requestor == requestor }
  }

  /// The last quarter is for clients with few conversions, so that two clients cannot use up all of them.
  func hasRoom(for requestor: Window) -> Bool {
    let own = clients[client(of: requestor), default: 0]
    return own < perClient && conversions.count < (own < Self.few ? total : total - total / 4)
  }

  private static let few = 4

  /// The conversion that may end to make room for one of this requestor: the oldest of the client that has most, whose
  /// requestor takes nothing. Nil where there is none, or the requestor's client has all that one may have.
  func leastUrgent(for requestor: Window) -> Conversion? {
    let own = clients[client(of: requestor), default: 0]
    guard own < perClient else { return nil }
    func share(_ conversion: Conversion) -> Int {
      clients[client(of: conversion.place.requestor), default: 0]
    }
    return conversions.values.filter { $0.state.waiting == .requestor && share($0) > own }
      .min { (-share($0), $0.id.number) < (-share($1), $1.id.number) }
  }

  mutating func insert(_ conversion: Conversion) {
    conversions[conversion.id] = conversion
    places[conversion.place] = conversion
    clients[client(of: conversion.place.requestor), default: 0] += 1
  }

  /// Returns false if the conversion had already been removed.
  mutating func remove(_ conversion: Conversion) -> Bool {
    guard conversions.removeValue(forKey: conversion.id) != nil else { return false }
    if places[conversion.place] === conversion { places[conversion.place] = nil }
    let client = client(of: conversion.place.requestor)
    clients[client] = clients[client].flatMap { $0 > 1 ? $0 - 1 : nil }
    return true
  }

  private func client(of window: Window) -> UInt32 { window & ~identifierMask }
}
