import Harness
import Testing

/// Whatever a destination does with a descriptor that it received affects no other program.
@Suite struct TamperingTests {
  /// Tries everything that could change the content of others.
  private func tamper(_ peer: Peer, _ descriptor: Int) {
    let fd = Value.integer(Int64(descriptor))
    _ = try? peer.attempt("change_mode", ["fd": fd, "mode": 0o777])
    attack(peer, fd)
    for access in ["write", "both"] {
      guard let opened = try? peer.attempt("reopen", ["fd": fd, "access": .string(access)])["fd"]
      else { continue }
      attack(peer, opened)
    }
  }

  private func attack(_ peer: Peer, _ fd: Value) {
    _ = try? peer.attempt("write_at", ["fd": fd, "offset": 0, "content": "TAMPERED"])
    _ = try? peer.attempt("truncate", ["fd": fd, "size": 3])
    _ = try? peer.attempt("truncate", ["fd": fd, "size": 500_000])
    _ = try? peer.attempt("seek", ["fd": fd, "offset": 77])
    _ = try? peer.attempt("add_seals", ["fd": fd, "seals": ["seal"]])
  }

  @Test(arguments: eitherBus())
  func `nobody changes the source's file or another recipient's copy by what it received`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--limit", "held_memory=150000"]) { service in
      let (source, thief, victim) = (try service.peer(), try service.peer(), try service.peer())
      let content = Content.pattern(100_000)
      let wanted = try victim.digest(content)
      let path = try service.fixture.folder.write("file", [])
      let onDisk = try source.open(path, "both")
      try source.attempt(
        "write", ["fd": .integer(Int64(onDisk)), "content": content.value])
      _ = try service.fixture.run("chmod", ["600", path])
      let sealed = try source.memory(content)
      let unsealed = try source.memory(content, seals: [])
      try source.serve(["a/lazy": Step.all(content)])
      // One item for each place where content is kept; the last exceeds the memory allowance.
      let offer = try source.offer(
        [
          Item(file("a/file", onDisk)), Item(file("a/sealed", sealed)),
          Item(file("a/unsealed", unsealed)), Item(lazily("a/lazy")), Item(data("a/data", content)),
        ], ["source": .o(Names.sourcePath)])

      func receiveAll(_ peer: Peer) throws -> [(type: String, fd: Int)] {
        try peer.accept(offer, ["delivery": .s("file")]).map { result in
          let type = try #require(result.type)
          return (type, try result.fd ?? peer.receive(result.transfer, type).fd)
        }
      }
      let before = try receiveAll(victim)
      let stolen = try receiveAll(thief)
      for (type, fd) in stolen {
        let facts = try thief.examine(fd)
        #expect(facts["access"] == "read", "\(type)")
        let number = Value.integer(Int64(fd))
        try expectRefused("EBADF") {
          try thief.attempt("write_at", ["fd": number, "offset": 0, "content": "TAMPERED"])
        }
        try expectRefused("EINVAL", "EBADF", "EPERM") {
          try thief.attempt("truncate", ["fd": number, "size": 3])
        }
        for own in [onDisk, sealed, unsealed] {
          let theirs = try source.examine(own)
          #expect(
            facts["inode"] != theirs["inode"] || facts["device"] != theirs["device"]
              || facts["seals"] == ["grow", "seal", "shrink", "write"],
            "\(type): the source's own")
        }
        tamper(thief, fd)
      }
      let after = try receiveAll(victim)
      for (type, fd) in before + after {
        #expect(try victim.examine(fd)["offset"] == 0, "\(type)")
        #expect(try victim.read(fd) == wanted, "\(type)")
      }
      for (index, result) in try victim.accept(
        offer, items: [0, 1, 2, 4], ["delivery": .s("stream")]
      ).enumerated() {
        #expect(try victim.read(try #require(result.fd)) == wanted, "stream \(index)")
        try victim.finish(result.transfer)
      }
      try source.attempt("seek", ["fd": .integer(Int64(onDisk)), "offset": 0])
      #expect(try source.read(onDisk) == wanted)
      #expect(try source.examine(onDisk)["mode"] == .integer(0o600))
    }
  }

  @Test(arguments: eitherBus())
  func `what the recipient of a stream does to its pipe reaches nobody else`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, thief, victim) = (try service.peer(), try service.peer(), try service.peer())
      let offer = try source.offerLazily(
        steps: [.write("first"), .gate("go"), .write("second"), .close, .reply(bytes: 11)])
      let (stolen, pipe) = try thief.stream(offer)
      let (transfer, victimPipe) = try victim.stream(offer)
      _ = try thief.read(pipe, count: 5)
      if let opened = try? thief.attempt(
        "reopen", ["fd": .integer(Int64(pipe)), "access": "write"])["fd"]
      {
        try thief.attempt("write", ["fd": opened, "content": "TAMPERED"])
        try thief.attempt("close", ["fd": opened])
      }
      try source.openGate("go")
      #expect(try victim.read(victimPipe).text == "firstsecond")
      #expect(try victim.finish(transfer)["bytes"] == .t(11))
      _ = try thief.read(pipe)
      #expect(try thief.finish(stolen)["bytes"] == .t(11), "what was sent, not what it made of it")
    }
  }

  @Test(arguments: eitherBus())
  func `a source that reopens its pipe for reading gets nothing of others`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: [.gate("go"), .write("abc"), .close, .reply()])
      let (transfer, pipe) = try destination.stream(offer)
      let call = try source.waitForCall("Provide")
      let own = try source.examine(try #require(call[3].int))
      let theirs = try destination.examine(pipe)
      #expect(own["inode"] != theirs["inode"], "not one pipe: dragd counts between the two")
      try source.openGate("go")
      #expect(try destination.read(pipe).text == "abc")
      try destination.finish(transfer)
    }
  }
}
