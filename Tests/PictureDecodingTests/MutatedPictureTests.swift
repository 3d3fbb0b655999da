import DragSystem
import Harness
import PictureDecoding
import Testing

/// Pictures of every format, damaged at random, but the same ones each time. A decoder may end in any way that its
/// owner knows.
@Suite struct MutatedPictureTests {
  private static let count = Extent.current == .usual ? 5 : 400

  @Test(arguments: EncodedPictures.claims(9).map(\.format))
  func `whatever a picture is, its process ends, with pixels or a reason`(_ format: String) throws {
    let whole = try #require(EncodedPictures.claims(9).first { $0.format == format })
    var generator = SeededGenerator(seed: UInt64(format.utf8.reduce(0) { $0 &* 31 &+ Int($1) }))
    for number in 0..<Self.count {
      var bytes = whole.bytes
      for _ in 0...generator.random(below: 6) {
        let place = generator.random(below: bytes.count)
        switch generator.random(below: 3) {
        case 0: bytes[place] ^= 1 << generator.random(below: 8)
        case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][generator.random(below: 5)]
        default: bytes.insert(contentsOf: bytes[place...].prefix(8), at: place)
        }
      }
      let file = try Memfd.create("test", containing: bytes)
      let process = try PictureProcess(
        file, fitting: PictureSize(20, 20), by: "\(Built.folder)/picturedecoder")
      do throws(PictureFailure) {
        let size = try process.picture().header.size
        #expect(size.width <= 20 && size.height <= 20, "\(number)")
      } catch {
        #expect([.undecodable, .tooLarge, .tooCostly].contains(error), "\(number): \(error)")
      }
    }
  }
}
