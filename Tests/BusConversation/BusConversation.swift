internal import DBus
internal import DragSystem

/// A conversation of three programs with a message bus. What real buses do in it is what the simulated one has to do:
/// all of them have it.
package struct BusConversation {
  private let loop: EventLoop
  private let (a, b, c): (Connection, Connection, Connection)
  private let name = "org.example.Conversation"
  private var lines: [String] = []

  /// What each bus says. Where buses differ, the lines of all are here.
  package static let expected: [Set<String>] = [
    ["a has a name of its own"],
    ["a asks for the name: owner"],
    ["a asks again: alreadyOwner"],
    ["b asks: taken"],
    ["b gives it back: 3"],
    ["a name that nobody has: 2"],
    ["the owner of a name that nobody has: org.freedesktop.DBus.Error.NameHasNoOwner"],
    ["the owner of the name: a"],
    ["a call to a connection that is not there: org.freedesktop.DBus.Error.ServiceUnknown"],
    ["a call to a name that nobody has: org.freedesktop.DBus.Error.ServiceUnknown"],
    ["a call to it that starts nothing: org.freedesktop.DBus.Error.NameHasNoOwner"],
    ["b gets three calls in order, and a the answers: 1 2 3, 1 2 3"],
    ["a signal for b alone: b"],
    ["a signal for all: c"],
    ["a answers what nobody has asked: nobody hears it"],
    ["a changes the owner of its name: c hears a, then none"],
    ["b leaves: a has org.freedesktop.DBus.Error.NoReply"],
    ["c hears of it once"],
    ["two descriptors come with their message: 2"],
  ]

  /// - Parameter address: of the bus.
  /// - Returns: a line for each thing that was tried.
  package static func lines(at address: String) throws -> [String] {
    var conversation = try Self(at: address)
    try conversation.names()
    try conversation.calls()
    try conversation.signals()
    try conversation.leaving()
    try conversation.descriptors()
    return conversation.lines
  }

  /// The lines that no bus says, as a message; nil when all is as expected.
  package static func mistake(in lines: [String]) -> String? {
    let wrong = zip(lines, expected).first { !$1.contains($0) }
    if let (line, wanted) = wrong { return "“\(line)” instead of \(wanted.sorted())" }
    return lines.count == expected.count ? nil : "\(lines.count) lines"
  }

  private init(at address: String) throws {
    loop = try EventLoop()
    let loop = loop
    func connect() throws -> Connection {
      let connection = try Connection.open(address: address)
      connection.attach(to: loop)
      return connection
    }
    (a, b, c) = (try connect(), try connect(), try connect())
  }

  private func turn(_ condition: () -> Bool) {
    let end = Clock.monotonic + 20_000_000
    while !condition(), Clock.monotonic < end { loop.turn(timeout: 50) }
  }

  /// When it returns, the bus has passed on what the connections have sent, and they have handled it.
  /// - Parameter isWhole: whether b is still there.
  private func settle(isWhole: Bool = true) throws {
    for _ in 0..<2 {
      for connection in isWhole ? [a, b, c] : [a, c] {
        var isAnswered = false
        connection.call(try Connection.busCall("GetId"), timeout: 20_000) { _ in isAnswered = true }
        turn { isAnswered }
      }
    }
  }

  private func answer(to message: Message, from connection: Connection) -> Result<Message, BusError>
  {
    var result: Result<Message, BusError>?
    connection.call(message, timeout: 20_000) { result = $0 }
    turn { result != nil }
    return result ?? .failure(BusError(name: "none", message: "nothing came"))
  }

  private func number(_ result: Result<Message, BusError>) -> String {
    switch result {
    case .success(let message):
      var reader = message.read()
      return (try? reader.uint32()).map { "\($0)" } ?? "no number"
    case .failure(let error): return error.name
    }
  }

  private func message(to name: String, _ member: String, _ text: String = "") throws -> Message {
    let message = try Message.call(
      to: name, path: "/org/example", interface: "org.example.Conversation1", member: member)
    try message.write { writer throws(BusError) in try writer.append(text) }
    return message
  }

  private static func text(of message: Message) -> String {
    var reader = message.read()
    return (try? reader.string()) ?? "?"
  }

  // MARK: What is tried

  private mutating func names() throws {
    let names = Set([a, b, c].map(\.uniqueName))
    lines.append(names.count == 3 ? "a has a name of its own" : "there are \(names.count) names")
    lines.append("a asks for the name: \(try a.requestName(name, .doNotQueue))")
    lines.append("a asks again: \(try a.requestName(name, .doNotQueue))")
    lines.append("b asks: \(try b.requestName(name, .doNotQueue))")
    let release = try Connection.busCall("ReleaseName", name)
    lines.append("b gives it back: \(number(answer(to: release, from: b)))")
    let unknown = try Connection.busCall("ReleaseName", "org.example.Nobody")
    lines.append("a name that nobody has: \(number(answer(to: unknown, from: b)))")
    let nobody = try Connection.busCall("GetNameOwner", "org.example.Nobody")
    lines.append(
      "the owner of a name that nobody has: \(number(answer(to: nobody, from: b)))")
    let owner = answer(to: try Connection.busCall("GetNameOwner", name), from: b)
    let found = (try? owner.get()).map(Self.text)
    lines.append("the owner of the name: \(found == a.uniqueName ? "a" : found ?? "nobody")")
  }

  private mutating func calls() throws {
    let absent = try message(to: ":1.99999", "Look")
    lines.append(
      "a call to a connection that is not there: \(number(answer(to: absent, from: a)))")
    let unknown = try message(to: "org.example.Nobody", "Look")
    lines.append("a call to a name that nobody has: \(number(answer(to: unknown, from: a)))")
    let quiet = try message(to: "org.example.Nobody", "Look")
    quiet.startNothing()
    lines.append("a call to it that starts nothing: \(number(answer(to: quiet, from: a)))")
    var (seen, answers): ([String], [String]) = ([], [])
    let b = b
    b.onMessage = { message in
      guard message.kind == .call else { return }
      seen.append(Self.text(of: message))
      b.send(message.reply())
    }
    for text in ["1", "2", "3"] {
      a.call(try message(to: b.uniqueName, "Look", text), timeout: 20_000) { _ in
        answers.append(text)
      }
    }
    turn { answers.count == 3 }
    lines.append(
      "b gets three calls in order, and a the answers: "
        + "\(seen.joined(separator: " ")), \(answers.joined(separator: " "))")
  }

  private mutating func signals() throws {
    var heard: Set<String> = []
    for (letter, connection) in [("a", a), ("b", b), ("c", c)] {
      connection.onMessage = { message in
        if message.kind == .signal, message.hasMember("Told") { heard.insert(letter) }
      }
    }
    try c.addMatchAndWait("type='signal',interface='org.example.Conversation1'")
    a.send(
      try .signal(
        path: "/org/example", interface: "org.example.Conversation1", member: "Told",
        to: b.uniqueName))
    try settle()
    lines.append("a signal for b alone: \(heard.sorted().joined(separator: " "))")
    heard = []
    a.send(
      try .signal(
        path: "/org/example", interface: "org.example.Conversation1", member: "Told", to: nil))
    try settle()
    lines.append("a signal for all: \(heard.sorted().joined(separator: " "))")
    heard = []
    b.onMessage = { _ in heard.insert("b") }
    a.send(ReplyAddress(caller: b.uniqueName, serial: 77_777).reply())
    try settle()
    lines.append(
      "a answers what nobody has asked: "
        + (heard.isEmpty ? "nobody hears it" : "\(heard.sorted()) hears it"))
  }

  private mutating func leaving() throws {
    var changes: [String] = []
    let (a, b, left) = (a, b, b.uniqueName)
    var departures = 0
    c.onMessage = { message in
      guard let change = NameOwnerChange(message) else { return }
      if change.name == left { departures += 1 }
      guard change.name == "org.example.Other" else { return }
      changes.append(change.new == a.uniqueName ? "a" : change.new ?? "none")
    }
    try c.addMatchAndWait(NameOwnerChange.rule(for: "org.example.Other"))
    try c.addMatchAndWait(NameOwnerChange.ruleForDepartures)
    _ = try a.requestName("org.example.Other", .doNotQueue)
    try a.releaseName("org.example.Other")
    try settle()
    // Both rules are for its release.
    if changes.last == "none", changes.count == 3 { changes.removeLast() }
    lines.append(
      "a changes the owner of its name: c hears \(changes.joined(separator: ", then "))")
    var asked = false
    b.onMessage = { message in asked = message.kind == .call }
    var result: Result<Message, BusError>?
    a.call(try message(to: left, "Hang"), timeout: 20_000) { result = $0 }
    turn { asked }
    b.close()
    turn { result != nil && departures > 0 }
    lines.append("b leaves: a has \(result.map { number($0) } ?? "nothing")")
    lines.append(departures == 1 ? "c hears of it once" : "c hears of it \(departures) times")
  }

  private mutating func descriptors() throws {
    var count = 0
    c.allowDescriptorsPerMessage()
    c.onMessage = { message in
      guard message.kind == .call else { return }
      var reader = message.read()
      while (try? reader.descriptor()) != nil { count += 1 }
    }
    let call = try Message.call(
      to: c.uniqueName, path: "/org/example", interface: "org.example.Conversation1",
      member: "Take")
    let file = try Memfd.create("item", containing: [1, 2, 3])
    try call.write { writer throws(BusError) in
      for _ in 0..<2 { try writer.append(descriptor: file) }
    }
    call.expectNoReply()
    a.send(call)
    try settle(isWhole: false)
    lines.append("two descriptors come with their message: \(count)")
  }
}
