import DragSystem
import Harness
import Testing

@testable import PictureDecoding

/// The owner believes nothing that its helper writes.
@Suite struct HostileHelperTests {
  private static let size = PictureSize(4, 4)
  private static let valid =
    PictureHeader(PictureSize(2, 2), hasAlpha: false).bytes
    + [UInt8](repeating: 7, count: 12)

  private static func header(_ values: UInt32...) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  }

  private func picture(_ bytes: [UInt8]) throws -> DecodedPicture? {
    DecodedPicture(try Memfd.create("test", containing: bytes), fitting: Self.size)
  }

  @Test func `what is right is a picture`() throws {
    let picture = try #require(try picture(Self.valid))
    #expect(picture.header == PictureHeader(PictureSize(2, 2), hasAlpha: false))
    #expect(picture.pixels == [UInt8](repeating: 7, count: 12))
  }

  @Test(arguments: [
    [], Array(valid.prefix(11)), Array(valid.dropLast()), header(0, 2, 3), header(2, 0, 3),
    header(5, 1, 3) + [UInt8](repeating: 0, count: 99),
    header(1, 5, 3) + [UInt8](repeating: 0, count: 99),
    header(2, 2, 2) + [UInt8](repeating: 0, count: 99),
    header(2, 2, 5) + [UInt8](repeating: 0, count: 99),
    header(.max, .max, 4), header(1 << 31, 2, 4), header(4, 4, 4),
  ])
  func `anything else is none`(_ bytes: [UInt8]) throws {
    #expect(try picture(bytes) == nil)
  }

  @Test func `a header is what it was`() {
    for hasAlpha in [false, true] {
      let header = PictureHeader(PictureSize(70_000, 3), hasAlpha: hasAlpha)
      #expect(
        PictureHeader(header.bytes, length: 12 + header.pixelsLength, fitting: nil) == header)
    }
  }

  @Test func `arguments are what they were`() {
    for fitting in [nil, PictureSize(3, 4)] {
      let request = PictureRequest(owner: 7, fitting: fitting)
      #expect(PictureRequest(arguments: request.arguments) == request)
    }
    for arguments in [[], ["x"], ["0"], ["1", "2"], ["1", "0", "2"], ["1", "2", "3", "4"]] {
      #expect(PictureRequest(arguments: arguments) == nil)
    }
  }
}
