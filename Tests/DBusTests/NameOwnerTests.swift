import DBus
import DragSystem
import Foundation
import Harness
import Testing

/// Calls to a well-known name, whose serials anyone can guess.
struct NameOwnerTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func `only the program that has the name answers a call to it`(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let (service, client, forger) = try (party.connect(), party.connect(), party.service())
      #expect(try service.requestName(name) == .owner)
      var seen: [Message] = []
      service.onMessage = { if $0.hasMember("Look") { seen.append($0) } }
      var results: [Result<Message, BusError>] = []
      for _ in 0..<2 {
        client.call(try call(to: name, "Look"), timeout: nil) { results.append($0) }
      }
      try party.turn { seen.count == 2 }
      forge(Array(1...100), for: client, from: forger)
      _ = try party.answer(to: call(forger, "Echo", "now"), from: forger)
      for call in seen.reversed() { service.send(call.reply()) }
      try party.turn { results.count == 2 }
      #expect(try results.allSatisfy { try $0.get().hasSender(service.uniqueName) })
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `a blocking call takes no other program's answer`(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let (service, forger) = try (party.service(), party.connect())
      #expect(try service.requestName(name) == .owner)
      let client = try Connection.open(address: party.bus.address)
      forge(Array(1...100), for: client, from: forger)
      try roundTrip(forger)
      let error = #expect(throws: BusError.self) {
        try client.callAndWait(call(to: name, "Hang"), timeout: 20)
      }
      #expect(error?.name == BusError.Name.noReply)
    }
  }

  /// libdbus itself waits for the reply there, and compares only serials.
  @Test(arguments: PrivateBus.Kind.allCases)
  func `nor does one in a handler`(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let service = try ServiceThread(address: party.bus.address, name: name)
      defer { service.close() }
      let (client, forger) = try (party.connect(), party.connect())
      var answers: [Result<Message, BusError>] = []
      client.onMessage = { [unowned client] message in
        guard message.hasMember("Look") else { return }
        answers.append(
          result { () throws in try client.callAndWait(call(to: name, "Echo", "true"), timeout: nil)
          })
        forge(Array(1...100), for: client, from: forger)
        try? roundTrip(forger)
        answers.append(
          result { () throws in try client.callAndWait(call(to: name, "Echo", "true"), timeout: nil)
          })
      }
      forger.send(try call(client, "Look"))
      try party.turn { answers.count == 2 }
      #expect(try answers[0].string() == "true")
      // dbus-broker passes on no reply that nobody has asked for.
      #expect(answers[1].error.map { $0.name == BusError.Name.noReply } ?? true)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `a name may change hands`(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let (first, second, client) = try (party.service(), party.service(), party.connect())
      #expect(
        try party.answer(to: call(to: name, "Echo", "x"), from: client).error?.name
          == BusError.Name.serviceUnknown)
      #expect(try first.requestName(name) == .owner)
      #expect(try party.answer(to: call(to: name, "Echo", "1"), from: client).string() == "1")

      // What the first one was asked while it had the name, it answers later.
      var held: Message?
      first.onMessage = { if $0.hasMember("Hang") { held = $0 } }
      var late: Result<Message, BusError>?
      client.call(try call(to: name, "Hang"), timeout: nil) { late = $0 }
      try party.turn { held != nil }
      try first.releaseName(name)
      try roundTrip(first)
      #expect(try second.requestName(name) == .owner)
      #expect(try party.answer(to: call(to: name, "Echo", "2"), from: client).string() == "2")
      first.send(try #require(held).reply())
      try party.turn { late != nil }
      #expect(try #require(late).get().hasSender(first.uniqueName))
    }
  }

  /// xdg-dbus-proxy before 0.1.6 ends a connection otherwise, and with it every program in a Flatpak.
  @Test(arguments: PrivateBus.Kind.allCases)
  func `serials rise with every message`(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let (client, service) = try (party.service(), party.connect())
      var serials: [UInt32] = []
      service.onMessage = { message in
        guard message.hasSender(client.uniqueName) else { return }
        serials.append(message.serial)
        if message.hasMember("Look") { service.send(message.reply()) }
      }
      #expect(try service.requestName(name) == .owner)
      for destination in [service.uniqueName, name] {
        _ = try party.answer(to: call(to: destination, "Look"), from: client)
        client.send(try call(to: destination, "Note"))
        let answer = try party.answer(to: call(client, "Echo", "reply"), from: service)
        serials.append(try answer.get().serial)
      }
      #expect(serials.count == 6 && serials == serials.sorted())
    }
  }

  private let name = "org.example.Named"

  private func result(_ body: () throws -> Message) -> Result<Message, BusError> {
    do { return .success(try body()) } catch {
      return .failure(
        error as? BusError ?? BusError(name: "org.example.Error.Other", message: "\(error)"))
    }
  }
}
