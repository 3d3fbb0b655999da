import Harness
import Testing

/// SIGKILL at any moment: what dragd has answered holds.
@Suite struct KillTests {
  /// One call of a source, and what must hold once it was answered.
  private struct Step {
    let call: PendingCall
    let content: Content?
    let withdrawn: String?
  }

  @Test(arguments: eitherBus(with: 0..<15).filter { Extent.current != .usual || $0.1 < 8 })
  func `every offer that was answered is there after a kill at any moment`(
    bus: PrivateBus.Kind, seed: Int
  ) throws {
    try PersistentService.run(bus) { service in
      var generator = SeededGenerator(seed: UInt64(seed))
      let sources = try (0..<3).map { _ in try service.peer() }
      var expected: [String: Content] = [:]
      var withdrawn: Set<String> = []
      for round in 0..<3 {
        // Makes calls without waiting for the replies; dragd is killed in the middle of them.
        var steps: [Step] = []
        for number in 0..<Int.random(in: 6..<30, using: &generator) {
          let source = sources[Int.random(in: 0..<3, using: &generator)]
          let content = Content.pattern(
            Int.random(in: 1...100_000, using: &generator), seed: round * 100 + number)
          switch Int.random(in: 0..<5, using: &generator) {
          case 0:
            let mine = expected.keys.filter { path in
              source.told.contains { $0["reply"][0].string == path }
            }
            guard let path = mine.sorted().first else { continue }
            expected[path] = nil
            let call = try source.startCall("Withdraw", on: Names.offer, at: path)
            steps.append(Step(call: call, content: nil, withdrawn: path))
          case 1...2:
            let memory = try source.memory(content)
            steps.append(
              Step(
                call: try source.startOffer([Item(file("image/png", memory))]), content: content,
                withdrawn: nil))
            try source.close(memory)
          default:
            steps.append(
              Step(
                call: try source.startOffer([Item(data("image/png", content))]), content: content,
                withdrawn: nil))
          }
        }
        let killed = Int.random(in: 0..<max(steps.count, 1), using: &generator)
        for (index, step) in steps.enumerated() {
          if index == killed { service.daemon.kill() }
          do {
            let reply = try step.call.reply()
            if let content = step.content { expected[reply[0].string ?? ""] = content }
            if let path = step.withdrawn { withdrawn.insert(path) }
          } catch let failure as BusFailure {
            // dragd has not answered, so the call may have had its effect or not.
            #expect(failure.name.hasPrefix("org.freedesktop.DBus.Error."), "\(failure)")
          }
        }
        try service.crash()
        for (path, content) in expected {
          let got = try service.content(of: path, "image/png")
          #expect(got == (try service.observer.digest(content)), "\(path) in round \(round)")
        }
        for path in withdrawn {
          try expectFailure("NoSuchOffer") { try service.observer.items(of: path) }
        }
      }
      // The manager holds no descriptor without an offer.
      let names = Set(service.manager.names.compactMap { $0.split(separator: ".").first })
      let offers = Set(
        try service.observer.call(
          "GetManagedObjects", on: Names.objectManager, at: Names.root)[0].object.keys
          .compactMap { $0.split(separator: "/").last })
      #expect(names.isSubset(of: offers), "\(names.subtracting(offers))")
    }
  }
}
