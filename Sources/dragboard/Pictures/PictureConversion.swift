internal import BoardModel
internal import DragSystem
internal import Foundation
internal import GtkKit
internal import PictureDecoding
internal import Translations

extension BoardModel.Content {
  /// The largest picture that is decoded, in bytes.
  nonisolated static let largestPicture = 256 << 20

  /// A file with the content: content in memory is copied into a file in memory.
  nonisolated func opened() throws -> OwnedFileDescriptor {
    guard let path else {
      return try Memfd.create("picture", containing: bytes(atMost: Self.largestPicture))
    }
    // A pipe would wait for a program that writes to it.
    return try .open(path, O_RDONLY | O_NONBLOCK)
  }

  /// The picture as PNG, whatever its type is. The thread waits for the process that decodes it.
  ///
  /// - Throws: `BoardError`.
  nonisolated func png(from type: String) throws(BoardError) -> [UInt8] {
    let failure: PictureFailure
    do {
      let picture = try PictureProcess(try opened(), fitting: nil).picture()
      return Texture.png(
        width: picture.header.size.width, height: picture.header.size.height,
        hasAlpha: picture.header.hasAlpha, pixels: picture.pixels)
    } catch let error as BoardError {
      throw error
    } catch let error as PictureFailure {
      failure = error
    } catch {
      failure = .unavailable(reason: "\(error)")
    }
    throw .malformed(type: type, reason: failure.reason)
  }
}

extension PictureFailure {
  /// For people.
  fileprivate nonisolated var reason: String {
    switch self {
    case .undecodable, .stopped: translated("it is not a picture that can be read")
    case .tooLarge:
      translated("it has more than {count} pixels", ["count": PictureLimits.pixels])
    case .tooCostly:
      translated(
        "decoding it takes more than {seconds} s or {memory} MiB",
        ["seconds": PictureLimits.seconds, "memory": PictureLimits.memory >> 20])
    case .unavailable(let reason):
      translated("it cannot be decoded: {reason}", ["reason": reason])
    }
  }
}
