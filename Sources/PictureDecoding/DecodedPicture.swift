internal import DragSystem

/// The pixels of a picture.
package struct DecodedPicture: Sendable {
  package let header: PictureHeader
  /// Rows as the header says.
  package let pixels: [UInt8]

  /// Checks and copies what a helper wrote that has ended.
  ///
  /// - Returns: nil for what is no picture of at most that size.
  init?(_ result: borrowing OwnedFileDescriptor, fitting: PictureSize?) {
    guard let length = try? FileStatus(of: result).size,
      let bytes = try? result.read(upTo: PictureHeader.length, at: 0),
      let header = PictureHeader(bytes, length: Int(clamping: length), fitting: fitting),
      let pixels = try? result.read(
        upTo: header.pixelsLength, at: UInt64(PictureHeader.length)),
      pixels.count == header.pixelsLength
    else { return nil }
    (self.header, self.pixels) = (header, pixels)
  }
}
