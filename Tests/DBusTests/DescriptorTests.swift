import DBus
import DragSystem
import Foundation
import Harness
import Testing

/// Messages that carry descriptors.
@Suite(.serialized)
struct DescriptorTests {
  /// How many descriptors of this process lead to the file.
  private func count(_ path: String) throws -> Int {
    try ProcessFacts(getpid()).descriptors().values.count { $0.hasPrefix(path) }
  }

  private func carrying(
    _ message: Message, _ path: String, times: Int = 1
  ) throws -> Message {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    try #require(number >= 0)
    let file = OwnedFileDescriptor(adopting: number)
    for _ in 0..<times { try add(file, to: message) }
    return message
  }

  private func add(_ file: borrowing OwnedFileDescriptor, to message: Message) throws {
    let number = file.rawValue
    try message.write { writer throws(BusError) in
      try writer.append(descriptor: OwnedFileDescriptor(adopting: dup(number)))
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func receivedDescriptorsCloseWithTheMessageAndDuplicatesStay(
    _ kind: PrivateBus.Kind
  ) throws {
    try Fixture.run { fixture in
      let party = try Party(on: fixture.bus(kind))
      let path = try fixture.folder.write("passed", text: "content")
      let service = try party.connect()
      #expect(service.passesDescriptors)
      let client = try party.connect()
      var received: Message?
      service.onMessage = { if $0.hasMember("Take") { received = $0 } }
      client.send(try carrying(call(service, "Take"), path, times: 16))
      try party.turn { received != nil }
      try eventually("the sender's copies are closed") { try count(path) == 16 }
      var reader = try #require(received).read()
      var text = [UInt8](repeating: 0, count: 7)
      do {
        let duplicate = try reader.descriptor()
        #expect(try count(path) == 17)
        received = nil
        // The reader keeps the message.
        reader = try anyCall().read()
        try eventually("the message's descriptors are closed") { try count(path) == 1 }
        #expect(pread(duplicate.rawValue, &text, 7, 0) == 7)
      }
      #expect(String(decoding: text, as: UTF8.self) == "content")
      #expect(try count(path) == 0)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func noDescriptorStaysOpenWhateverBecomesOfItsMessage(_ kind: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let party = try Party(on: fixture.bus(kind))
      let path = try fixture.folder.write("passed", text: "content")
      let service = try party.connect()
      service.onMessage = { [unowned service] message in
        guard message.kind == .call, message.expectsReply else { return }
        if message.hasMember("Give") {
          if let reply = try? self.carrying(message.reply(), path) { service.send(reply) }
        } else {
          service.send(message.errorReply(BusError.Name.unknownMethod, "unknown"))
        }
      }
      let client = try party.connect()
      try client.addMatchAndWait("type='signal',interface='org.example.Descriptors1'")

      // Unknown calls, signals, replies: taken, not taken, late and cancelled.
      _ = try party.answer(to: carrying(call(service, "Unknown"), path), from: client)
      do {
        let silent = try carrying(call(service, "Unknown"), path)
        silent.expectNoReply()
        client.send(silent)
      }
      service.send(
        try carrying(
          Message.signal(path: "/", interface: "org.example.Descriptors1", member: "S"), path))
      _ = try party.answer(to: call(service, "Give"), from: client)
      client.call(try call(service, "Give"), timeout: 1000) { _ in }.cancel()
      _ = try party.answer(
        to: carrying(
          Message.call(
            to: service.uniqueName, path: "/", interface: "org.freedesktop.DBus.Peer",
            member: "Ping"), path), from: client)
      var reader = try party.answer(to: call(service, "Give"), from: client).get().read()
      do { _ = try reader.descriptor() }
      reader = try anyCall().read()
      try party.turn { try count(path) == 0 }
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aMessageWithLentDescriptorsNeedsNoWorkerToGo(_ kind: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let party = try Party(on: fixture.bus(kind))
      let path = try fixture.folder.write("passed", text: "content")
      let pool = WorkerPool(remote: party.loop.remote, threads: 1, perLane: 1)
      let isBusy = DispatchSemaphore(value: 0)
      let gate = DispatchSemaphore(value: 0)
      pool.run(lane: "busy") {
        isBusy.signal()
        gate.wait()
      }
      isBusy.wait()
      let client = try Connection.open(address: party.bus.address)
      client.attach(to: party.loop, workers: pool)
      do {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        try #require(number >= 0)
        let file = PeerDescriptor(OwnedFileDescriptor(adopting: number), lane: "own", pool: pool)
        for _ in 0..<3 {
          // No program has the name, so the bus keeps nothing of the message.
          let message = try Message.call(
            to: "org.example.Nobody", path: "/", interface: nil, member: "Take")
          message.startNothing()
          try message.write { writer throws(BusError) in
            try writer.append(lending: file)
            try writer.appendDictionary { entries throws(BusError) in
              try entries.entry("same", lending: file)
            }
          }
          client.send(message)
        }
        #expect(try count(path) == 1)
      }
      #expect(try count(path) == 1)
      gate.signal()
      try eventually("the original is closed on a worker") { try count(path) == 0 }
    }
  }

  @Test func descriptorsInUndeliveredMessagesCloseWithTheConnection() throws {
    try Fixture.run { fixture in
      let party = try Party(on: fixture.bus(.dbusDaemon))
      let path = try fixture.folder.write("passed", text: "content")
      let service = try party.connect()
      var delivered = 0
      service.onMessage = { if $0.kind == .call { delivered += 1 } }
      let client = try party.connect()
      for _ in 0..<5 { client.send(try carrying(call(service, "Take"), path)) }
      try roundTrip(client)
      // Reads them while it waits for its own answer.
      try roundTrip(service)
      try eventually("they have arrived") { try count(path) == 5 }
      service.close()
      try eventually("all are closed") { try count(path) == 0 }
      #expect(delivered == 0)
    }
  }

  @Test func aPeersDescriptorIsClosedByItsLane() throws {
    try Fixture.run { fixture in
      let party = try Party(on: fixture.bus(.dbusDaemon))
      let path = try fixture.folder.write("passed", text: "content")
      let pool = WorkerPool(remote: party.loop.remote, threads: 1, perLane: 1)
      let service = try party.connect()
      var received: Message?
      service.onMessage = { if $0.hasMember("Take") { received = $0 } }
      let client = try party.connect()
      client.send(try carrying(call(service, "Take"), path))
      try party.turn { received != nil }
      do {
        var reader = try #require(received).read()
        let descriptor = try reader.peerDescriptor(closedOn: pool)
        #expect(descriptor.lane == .peer(client.uniqueName))
        received = nil
        reader = try anyCall().read()
        try eventually("only the duplicate is open") { try count(path) == 1 }
        withExtendedLifetime(descriptor) {}
      }
      try eventually("it is closed") { try count(path) == 0 }
    }
  }

  @Test(.enabled(if: HangingFileSystem.unavailable == nil), arguments: PrivateBus.Kind.allCases)
  func aDescriptorThatHangsInCloseHangsNeitherTheLoopNorOtherPeers(
    _ kind: PrivateBus.Kind
  ) throws {
    try Fixture.run { fixture in
      let dead = try fixture.hangingFileSystem()
      try dead.limitHangingToThisProcess()
      let party = try Party(on: fixture.bus(kind))
      let path = try fixture.folder.write("passed", text: "content")
      let service = try party.connect()
      service.allowDescriptorsPerMessage(253)
      var held: [Message] = []
      service.onMessage = { [unowned service] message in
        guard message.kind == .call else { return }
        if message.hasMember("Keep") { held.append(message) } else { echo(message, on: service) }
      }
      let hostile = try party.connect()
      let other = try party.connect()
      // These are calls, one of which waits in the queue behind the others, and an unrequested reply.
      for _ in 0..<8 {
        let message = try carrying(call(service, "Keep"), dead.file)
        hostile.send(message)
      }
      try party.turn { held.count == 8 }
      // The bus has closed its own copies once it has answered all callers.
      _ = try party.answer(to: call(service, "Echo", "x"), from: hostile)
      _ = try party.answer(to: call(service, "Echo", "x"), from: other)
      try eventually("only the received ones are open") { try count(dead.file) == 8 }

      try dead.hang(.flush)
      let began = ContinuousClock.now
      held = []
      let longest = ContinuousClock.now - began
      #expect(longest < .seconds(5))
      try dead.waitUntilHung(.flush)
      for index in 0..<50 {
        let result = try party.answer(to: call(service, "Echo", "\(index)"), from: other)
        #expect(try result.string() == "\(index)")
      }
      // Another peer's descriptors are still closed.
      _ = try party.answer(to: carrying(call(service, "Echo", "y"), path), from: other)
      try party.turn { try count(path) == 0 }
      try dead.answer(.flush)
      try eventually("the dead peer's are closed in the end") { try count(dead.file) == 0 }
    }
  }

  @Test(.enabled(if: HangingFileSystem.unavailable == nil))
  func aMessageThatLibdbusStillHoldsIsDroppedOnAWorkerToo() throws {
    try Fixture.run { fixture in
      let dead = try fixture.hangingFileSystem()
      try dead.limitHangingToThisProcess()
      let party = try Party(on: fixture.bus(.dbusDaemon))
      let service = try party.connect()
      // The handler lets go of the message while libdbus is dispatching it.
      var isHung = false
      service.onMessage = { [unowned service] message in
        if message.hasMember("Drop") {
          do { try dead.hang(.flush) } catch { Issue.record(error) }
          isHung = true
        } else {
          echo(message, on: service)
        }
      }
      let hostile = try party.connect()
      hostile.send(try carrying(call(service, "Drop"), dead.file))
      try party.turn { isHung }
      try dead.waitUntilHung(.flush)
      // The bus may hang in its own close by now; this loop does not.
      var isAlive = false
      party.loop.after(microseconds: 1000) { isAlive = true }
      try party.turn { isAlive }
      try dead.answer(.flush)
      try eventually("all are closed") { try count(dead.file) == 0 }
    }
  }

  /// libdbus stops reading at 63 MiB that are in use, and starts again from the thread that drops a message.
  @Test(arguments: [false, true])
  func readingGoesOnWhenHeldMessagesAreDropped(_ carriesDescriptors: Bool) throws {
    try Fixture.run { fixture in
      let party = try Party(on: fixture.bus(.dbusDaemon))
      let path = try fixture.folder.write("passed", text: "content")
      let service = try party.connect()
      var held: [Message] = []
      var received = 0
      service.onMessage = { message in
        guard message.hasMember("Take") else { return }
        held.append(message)
        received += 1
      }
      let client = try party.connect()
      let bytes = [UInt8](repeating: 1, count: 16 << 20)
      for _ in 0..<6 {
        let message = try call(service, "Take")
        if carriesDescriptors { _ = try carrying(message, path) }
        try message.write { writer throws(BusError) in try writer.appendBytes(bytes) }
        client.send(message)
      }
      try party.turn { received >= 4 }
      // Nothing more comes while so much is held.
      for _ in 0..<20 { party.loop.turn(timeout: 10) }
      #expect(received < 6)
      held = []
      try party.turn { received == 6 }
    }
  }

  @Test func aServiceThatAllowsItTakesMoreDescriptorsThanLibdbusDoes() throws {
    try Fixture.run { fixture in
      let party = try Party(on: fixture.bus(.dbusBroker))
      let path = try fixture.folder.write("passed", text: "content")
      let service = try party.connect()
      service.allowDescriptorsPerMessage(253)
      var received: Message?
      service.onMessage = { if $0.hasMember("Take") { received = $0 } }
      let client = try party.connect()
      let message = try call(service, "Take")
      message.descriptorLimit = 253
      client.send(try carrying(message, path, times: 253))
      try party.turn { received != nil }
      #expect(received?.signature == String(repeating: "h", count: 253))
      #expect(service.isConnected)
    }
  }
}
