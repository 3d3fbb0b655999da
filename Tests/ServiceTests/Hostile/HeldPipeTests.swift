import Harness
import Testing

/// A destination that splices into its own stream holds the pipe's lock, so every call of dragd's on the pipe hangs.
@Suite struct HeldPipeTests {
  @Test(arguments: eitherBus())
  func `a destination that holds its streams keeps no other waiting`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, holder, other) = (try service.peer(), try service.peer(), try service.peer())
      let content = Content.pattern(32_000_000)
      let offer = try source.offer([Item(file("a/b", try source.memory(content)))])
      var holds: [Int] = []
      for _ in 0..<6 {
        let pipe = try holder.stream(offer).pipe
        holds.append(try holder.hold(pipe))
        // Reading makes room in the pipe until one splice gets the lock before dragd.
        _ = try holder.startReading(pipe)
      }
      try eventually("dragd to hang with the streams") {
        try service.daemon.facts.hangingThreadCount() >= 4
      }
      let (transfer, pipe) = try other.stream(offer)
      #expect(try other.read(pipe) == other.digest(content))
      try other.finish(transfer)
      for hold in holds { try holder.close(hold) }
    }
  }

  @Test(arguments: eitherBus())
  func `lazy streams that hang take few of the workers, however many they are`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, holder, other) = (try service.peer(), try service.peer(), try service.peer())
      let content = Content.pattern(4_000_000)
      let offer = try source.offerLazily(steps: Step.all(content))
      var holds: [Int] = []
      for _ in 0..<24 {
        let pipe = try holder.stream(offer).pipe
        holds.append(try holder.hold(pipe))
        _ = try holder.startReading(pipe)
      }
      try eventually("dragd to hang with the streams") {
        try service.daemon.facts.hangingThreadCount() >= 4
      }
      let (transfer, pipe) = try other.stream(offer)
      #expect(try other.read(pipe) == other.digest(content))
      try other.finish(transfer)
      #expect(try service.daemon.facts.hangingThreadCount() <= 8)
      for hold in holds { try holder.close(hold) }
    }
  }
}
