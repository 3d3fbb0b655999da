import DragSystem

@testable import PictureDecoding

extension FuzzTarget {
  /// What a decoder of pictures may write, whatever has become of it: a byte for the size that was wanted, then the
  /// file. The owner takes all of a picture, and nothing else.
  static let pictures = FuzzTarget(
    "pictures",
    seeds: [
      [8] + PictureHeader(PictureSize(2, 2), hasAlpha: true).bytes + [UInt8](1...16),
      [0] + PictureHeader(PictureSize(3, 1), hasAlpha: false).bytes + [UInt8](1...9),
    ],
    maxLength: 200
  ) { bytes in
    var input = FuzzInput(bytes)
    let side = Int(input.byte())
    let fitting = side == 0 ? nil : PictureSize(side, side)
    let written = Array(input.rest)
    let file = try Memfd.create("fuzz", containing: written)
    guard let picture = DecodedPicture(file, fitting: fitting) else { return }
    let (header, length) = (picture.header, PictureHeader.length)
    try promise(header.bytes == Array(written.prefix(length)), "its header is another one")
    try promise(
      picture.pixels.elementsEqual(written.dropFirst(length).prefix(header.pixelsLength))
        && picture.pixels.count == header.pixelsLength, "its pixels are others")
    if let fitting {
      try promise(
        header.size.width <= fitting.width && header.size.height <= fitting.height,
        "it is larger than was wanted")
    }
  }
}
