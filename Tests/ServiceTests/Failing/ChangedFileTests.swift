import Harness
import Testing

@Suite struct ChangedFileTests {
  /// The ways in which another program can change the file of an offer.
  enum Change: String, CaseIterable, Sendable {
    case overwritten, appended, truncated

    func happen(to file: Int, of source: Peer) throws {
      let fd = Value.integer(Int64(file))
      switch self {
      case .overwritten:
        try source.attempt("write_at", ["fd": fd, "offset": 5, "content": "other words"])
      case .appended:
        try source.attempt("write_at", ["fd": fd, "offset": 4_000_000, "content": "more"])
      case .truncated:
        try source.attempt("truncate", ["fd": fd, "size": 2_000_000])
      }
    }
  }

  private func offeredFile(_ service: Service, _ source: Peer) throws -> (offer: String, fd: Int) {
    let path = try service.fixture.folder.write("file", [UInt8](repeating: 65, count: 4_000_000))
    let descriptor = try source.open(path, "both")
    try source.serve([:])
    let offer = try source.offer(
      [Item(name: "plan.txt", file("text/plain", descriptor))], ["source": .o(Names.sourcePath)])
    return (offer, descriptor)
  }

  @Test(arguments: eitherBus(with: Change.allCases))
  func `a file that was changed before it is accepted is refused`(
    bus: PrivateBus.Kind, change: Change
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let (offer, file) = try offeredFile(service, source)
      try change.happen(to: file, of: source)
      for delivery in ["any", "file", "stream"] {
        try expectFailure("Changed", saying: "text/plain") {
          try destination.accept(offer, ["delivery": .s(delivery)])
        }
      }
      try source.settle()
      #expect(source.calls("Ended").isEmpty, "no transfer has begun")
    }
  }

  @Test(arguments: eitherBus(with: Change.allCases))
  func `a file that is changed while it is read fails the transfer`(
    bus: PrivateBus.Kind, change: Change
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let (offer, file) = try offeredFile(service, source)
      let (transfer, pipe) = try destination.stream(offer)
      _ = try destination.read(pipe, count: 1000)
      try change.happen(to: file, of: source)
      #expect(try destination.read(pipe).length <= 3_999_004)
      try expectFailure("Changed", saying: "text/plain") { try destination.finish(transfer) }
      #expect(try destination.state(of: transfer) == "failed")
      let ending = try source.expectEndedOnce()
      #expect(ending.operation == "none")
      expect(ending.error, "Changed")
    }
  }

  @Test(arguments: eitherBus())
  func `a file that is changed after its last byte was read, before Finish, fails the transfer`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let (offer, file) = try offeredFile(service, source)
      let (transfer, pipe) = try destination.stream(offer)
      #expect(try destination.read(pipe).length == 4_000_000)
      try Change.overwritten.happen(to: file, of: source)
      try expectFailure("Changed") { try destination.finish(transfer) }
      expect(try source.expectEndedOnce().error, "Changed")
    }
  }

  @Test(
    .enabled(if: HangingFileSystem.unavailable == nil, "no FUSE mounts here"),
    arguments: eitherBus())
  func `a file that is changed while its snapshot is made fails the transfer`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let fileSystem = try service.fixture.hangingFileSystem(size: 300_000)
      let descriptor = try source.open(fileSystem.file)
      let offer = try source.offer([Item(file("a/b", descriptor))])
      try fileSystem.hang(.read)
      let transfer = try destination.acceptOne(offer, ["delivery": .s("file")]).transfer
      try fileSystem.waitUntilHung(.read)
      let receiving = try destination.startReceive(transfer, "a/b")
      try fileSystem.resize(200_000)
      try fileSystem.answer(.read)
      try expectFailure("Changed", saying: "a/b") { try receiving.reply() }
      #expect(try destination.state(of: transfer) == "failed")
    }
  }

  @Test(arguments: eitherBus())
  func `a snapshot that was made does not change any more`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let (offer, file) = try offeredFile(service, source)
      let transfer = try destination.acceptOne(offer, ["delivery": .s("file")]).transfer
      try destination.waitForState("delivered", of: transfer)
      try Change.overwritten.happen(to: file, of: source)
      let (fd, size) = try destination.receive(transfer, "text/plain")
      #expect(size == 4_000_000)
      let start = try destination.attempt(
        "read_at", ["fd": .integer(Int64(fd)), "offset": 0, "count": 20])
      #expect(start["text"] == "AAAAAAAAAAAAAAAAAAAA")
      #expect(try source.expectEndedOnce().operation == "copy")
    }
  }
}
