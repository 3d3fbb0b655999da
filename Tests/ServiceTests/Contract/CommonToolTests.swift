import Harness
import Testing

/// The bus's own tools, as a user would run them.
@Suite struct CommonToolTests {
  private func gdbus(_ service: Service, _ arguments: String...) throws -> String {
    let result = try service.fixture.run("gdbus", arguments, on: service.bus)
    #expect(result.exit == .success, "\(result.error)")
    return result.output
  }

  private func busctl(_ service: Service, _ arguments: String...) throws -> String {
    let result = try service.fixture.run("busctl", ["--user"] + arguments, on: service.bus)
    #expect(result.exit == .success, "\(result.error)")
    return result.output
  }

  @Test(arguments: eitherBus())
  func `gdbus offers, finds, accepts and withdraws`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      func call(_ path: String, _ method: String, _ arguments: String...) throws -> String {
        let start = [
          "call", "--session", "--dest", Names.broker, "--object-path", path, "--method", method,
        ]
        let result = try service.fixture.run("gdbus", start + arguments, on: service.bus)
        #expect(result.exit == .success, "\(result.error)")
        return result.output
      }
      let offered = try call(
        Names.root, "\(Names.broker).Offer",
        "[({'name': <'note.txt'>}, [{'type': <'text/plain'>, 'data': <b'by hand'>}])]",
        "{'label': <'A note'>, 'uses': <3>}")
      let offer = try #require(offered.split(separator: "'").dropFirst().first.map(String.init))
      #expect(offered == "(objectpath '\(offer)',)\n")
      // The source left the bus when the command ended; held content lingers.
      #expect(try call(Names.root, "\(Names.broker).Find", "['text/*']", "{}") == offered)
      let accepted = try call(offer, "\(Names.offer).Accept", "[]", "[]", "{}")
      #expect(accepted.contains("'name': <'note.txt'>") && accepted.contains("b'by hand'"))
      let label = try call(
        offer, "org.freedesktop.DBus.Properties.Get", Names.offer, "Label")
      #expect(label == "(<'A note'>,)\n")
      #expect(try call(offer, "\(Names.offer).Withdraw") == "()\n")
      let gone = try service.fixture.run(
        "gdbus",
        [
          "call", "--session", "--dest", Names.broker, "--object-path", offer, "--method",
          "\(Names.offer).Withdraw",
        ], on: service.bus)
      #expect(gone.exit != .success)
      #expect(gone.error.contains("\(Names.error)NoSuchOffer"), "\(gone.error)")
    }
  }

  @Test(arguments: eitherBus())
  func `gdbus introspects the tree`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let offer = try service.observer.offer([Item(data("a/b", "x"))], ["label": .s("A label")])
      let tree = try gdbus(
        service, "introspect", "--session", "--dest", Names.broker, "--object-path", Names.root,
        "--recurse")
      for text in [
        "interface \(Names.broker) {", "interface \(Names.offer) {", "node \(offer) {",
        "readonly s Label = 'A label';", "in  a(a{sv}aa{sv}) items",
      ] {
        #expect(tree.contains(text), "\(text) in \(tree)")
      }
    }
  }

  @Test(arguments: eitherBus())
  func `busctl calls, shows the tree and introspects`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let offer = try service.observer.offer(
        [Item(name: "n", data("text/plain", "abc"))], ["label": .s("A label")])
      let hidden = try service.observer.offer([Item(data("a/b", "x"))], ["private": .b(true)])
      #expect(
        try busctl(
          service, "call", Names.broker, Names.root, Names.broker, "Find", "asa{sv}", "1",
          "text/plain", "0") == "o \"\(offer)\"\n")
      let accepted = try busctl(
        service, "call", Names.broker, offer, Names.offer, "Accept", "auasa{sv}", "0", "0", "1",
        "delivery", "s", "any")
      #expect(accepted.contains("\"data\" ay 3 97 98 99"), "\(accepted)")
      let tree = try busctl(service, "tree", "--list", Names.broker)
      let paths = tree.split(separator: "\n").map(String.init)
      #expect(paths.contains(offer) && !paths.contains(hidden))
      let members = try busctl(service, "introspect", Names.broker, offer)
      #expect(members.contains(".Accept") && members.contains("\"A label\""))
      let version = try busctl(
        service, "get-property", Names.broker, Names.root, Names.broker, "Version")
      #expect(version.hasPrefix("s \""))
      let set = try service.fixture.run(
        "busctl",
        [
          "--user", "set-property", Names.broker, Names.root, Names.broker, "Version", "s", "9",
        ], on: service.bus)
      #expect(set.exit != .success && set.error.contains("Version"), "\(set.error)")
    }
  }
}
