import Harness
import Testing

/// What dragd tells a service, whose own sandbox hides other processes from it, about the service's callers.
@Suite struct IdentifyTests {
  @Test(.enabled(if: Sandbox.unavailable == nil, "no private mounts here"), arguments: everyBus)
  func `a program outside of sandboxes learns which others are in one`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let sandboxed = try service.peer(Sandbox.command("org.example.Board"))
      let free = try service.peer()
      for asker in [service.observer, free] {
        let identity = try asker.identity(of: sandboxed.name)
        #expect(identity["sandboxed"] == .b(true))
        #expect(identity["app_id"] == .s("org.example.Board"))
        #expect(try asker.identity(of: free.name)["sandboxed"] == .b(false))
      }
      try expectFailure("AccessDenied", saying: "sandbox") { try sandboxed.identity(of: free.name) }
      // The owner's own name says nothing new, but it is a question like every other.
      try expectFailure("AccessDenied", saying: "sandbox") {
        try sandboxed.identity(of: sandboxed.name)
      }
    }
  }

  @Test(.enabled(if: Sandbox.unavailable == nil, "no private mounts here"), arguments: everyBus)
  func `an offer says whether its source is in a sandbox, also once that has left`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      for (wrapper, isSandboxed) in [([], false), (Sandbox.command(), true)] {
        let source = try service.peer(wrapper)
        let offer = try source.offer([Item(data("text/plain", "a"))])
        func shown() throws -> Value {
          try service.observer.property("Source", of: offer, Names.offer)
        }
        #expect(try shown()["sandboxed"] == .b(isSandboxed))
        source.kill()
        try eventually("the source to be gone") { try shown()["connection"] == .s("") }
        #expect(try shown()["sandboxed"] == .b(isSandboxed))
        try service.observer.withdraw(offer)
      }
    }
  }

  @Test(arguments: everyBus)
  func `a name that is not on the bus counts as sandboxed`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let gone = try service.peer()
      #expect(try service.observer.identity(of: gone.name)["sandboxed"] == .b(false))
      gone.kill()
      try eventually("the name counts as sandboxed") {
        try service.observer.identity(of: gone.name)["sandboxed"] == .b(true)
      }
      let never = try service.observer.identity(of: ":1.987654321")
      #expect(never["sandboxed"] == .b(true))
      #expect(never["app_id"] == .s(""))
      let later = try service.peer()
      #expect(try service.observer.identity(of: later.name)["sandboxed"] == .b(false))
      try expectFailure(Names.invalidArguments) {
        try service.observer.identity(of: "org.dragd.Broker1")
      }
    }
  }
}
