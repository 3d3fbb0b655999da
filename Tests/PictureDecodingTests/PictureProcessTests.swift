import DragSystem
import Foundation
import Harness
import PictureDecoding
import Testing

@Suite struct PictureProcessTests {
  static let helper = "\(Built.folder)/picturedecoder"
  private static let red = EncodedPictures.drawing(
    40, "<rect width='40' height='20' fill='#f00'/>")

  private func decode(
    _ bytes: [UInt8], _ fitting: PictureSize? = PictureSize(20, 10)
  ) throws -> DecodedPicture {
    let file = try Memfd.create("test", containing: bytes)
    return try PictureProcess(file, fitting: fitting, by: Self.helper).picture()
  }

  @Test(arguments: [
    (PictureSize(20, 10), PictureSize(10, 10)), (PictureSize(80, 90), PictureSize(80, 80)),
    (nil, PictureSize(40, 40)),
  ])
  func `a picture is scaled to fit`(_ fitting: PictureSize?, _ size: PictureSize) throws {
    let picture = try decode(Self.red, fitting)
    #expect(picture.header == PictureHeader(size, hasAlpha: true))
    #expect(picture.pixels.count == size.area * 4)
    #expect(
      picture.pixels.prefix(4) == [255, 0, 0, 255] && picture.pixels.suffix(4) == [0, 0, 0, 0])
  }

  @Test(arguments: [[], [1, 2, 3], Array("<svg".utf8), Array(red.dropLast(20))])
  func `what is no picture has none`(_ bytes: [UInt8]) {
    #expect(throws: PictureFailure.undecodable) { try decode(bytes) }
  }

  /// Regression: 1.5 MB of PNG took 1.6 GiB.
  @Test(arguments: EncodedPictures.claims(16_000).map(\.format))
  func `a picture that says that it is too large is not decoded`(_ format: String) throws {
    let claim = try #require(EncodedPictures.claims(16_000).first { $0.format == format })
    #expect(throws: PictureFailure.tooLarge) { try decode(claim.bytes, nil) }
    // A drawing can be drawn in any size.
    guard format != "SVG" else { return }
    #expect(throws: PictureFailure.tooLarge) { try decode(claim.bytes) }
  }

  @Test(arguments: ["PNG", "BMP", "PNM", "TGA", "TIFF"])
  func `a picture that needs too much memory fails`(_ format: String) throws {
    let claim = try #require(EncodedPictures.claims(15_000).first { $0.format == format })
    #expect(throws: PictureFailure.self) { try decode(claim.bytes, nil) }
  }

  /// Regression: 4.6 kB of SVG took a processor for more than 400 s.
  @Test func `a picture that never ends takes no more than its time`() throws {
    #expect(throws: PictureFailure.tooCostly) { try decode(EncodedPictures.endless) }
    #expect(try decode(Self.red).header.size == PictureSize(10, 10))
  }

  @Test func `a stopped process ends at once`() throws {
    let file = try Memfd.create("test", containing: EncodedPictures.endless)
    let process = try PictureProcess(file, fitting: nil, by: Self.helper)
    process.stop()
    #expect(throws: PictureFailure.stopped) { try process.picture() }
  }

  @Test func `a helper that is missing is named`() throws {
    let file = try Memfd.create("test", containing: Self.red)
    let failure = #expect(throws: PictureFailure.self) {
      _ = try PictureProcess(file, fitting: nil, by: "/nowhere/picturedecoder")
    }
    #expect(
      failure == .unavailable(reason: "/nowhere/picturedecoder: No such file or directory"))
  }

  @Test(arguments: [(4, "glycin cannot start"), (3, "status 3"), (9, "status 9")])
  func `a helper that cannot decode anything says why`(_ status: Int, _ words: String) throws {
    try Fixture.run { fixture in
      let helper = try fixture.folder.write("helper", text: "#!/bin/sh\nexit \(status)\n")
      #expect(chmod(helper, 0o755) == 0)
      let file = try Memfd.create("test", containing: Self.red)
      let failure = #expect(throws: PictureFailure.self) {
        try PictureProcess(file, fitting: nil, by: helper).picture()
      }
      guard case .unavailable(let reason) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(reason.contains(words), "\(reason)")
    }
  }

  @Test func `a helper ends with the process that started it`() throws {
    try Fixture.run { fixture in
      let file = try fixture.folder.write("endless.svg", EncodedPictures.endless)
      let owner = try fixture.start(
        "/bin/sh", ["-c", #""$0" $$ 9 9 < "$1" > /dev/null & echo $!; wait"#, Self.helper, file])
      let helper = try #require(Int32(try owner.firstLine()))
      let status = "/proc/\(helper)/status"
      // Stopped it uses no time of the processor, which would end it too.
      try eventually {
        try String(contentsOfFile: status, encoding: .utf8).contains("NoNewPrivs:\t1")
      }
      kill(helper, SIGSTOP)
      kill(owner.processIdentifier, SIGKILL)
      try eventually { !FileManager.default.fileExists(atPath: status) }
    }
  }

  @Test func `a helper whose owner has gone decodes nothing`() throws {
    let result = try Program(Self.helper, ["1", "9", "9"], input: .bytes(Self.red)).wait()
    #expect(result.exit == .exited(PictureStatus.failed.rawValue))
  }
}
