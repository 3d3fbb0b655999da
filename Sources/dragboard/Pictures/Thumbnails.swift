internal import BoardModel
internal import DragSystem
internal import GtkKit
internal import PictureDecoding

/// Pictures for widgets. Programs send any bytes as a picture, so each is decoded in a process of its own
/// (`PictureProcess`), and one after the other: what takes all that a picture may take delays the others, and no more.
enum Thumbnails {
  private static let semaphore = AsyncSemaphore(1)

  /// Makes one; nil for what cannot be decoded. Cancelling the task kills the process, and returns nil.
  ///
  /// - Parameter size: the picture is scaled to fit into it.
  static func make(of content: BoardModel.Content, _ size: PictureSize) async -> Texture? {
    await semaphore.run { () async -> Texture? in
      guard !Task.isCancelled, let file = await opened(content), !Task.isCancelled,
        let picture = await decoded(file, size)
      else { return nil }
      return Texture(
        width: picture.header.size.width, height: picture.header.size.height,
        hasAlpha: picture.header.hasAlpha, pixels: picture.pixels)
    }
  }

  private static func decoded(
    _ file: borrowing OwnedFileDescriptor, _ size: PictureSize
  ) async -> DecodedPicture? {
    do throws(PictureFailure) {
      let process = try PictureProcess(file, fitting: size)
      return try await RunningPicture(process).picture()
    } catch {
      if case .unavailable(let reason) = error, reported.insert(reason).inserted {
        Main.report("there are no pictures: \(reason)")
      }
      return nil
    }
  }

  /// Why no picture at all can be decoded: said once.
  private static var reported: Set<String> = []

  /// The same of bytes.
  static func make(of bytes: [UInt8], _ size: PictureSize) async -> Texture? {
    await make(of: .bytes(bytes), size)
  }

  @concurrent private static func opened(
    _ content: BoardModel.Content
  ) async -> OwnedFileDescriptor? {
    try? content.opened()
  }
}

/// A process that the main loop waits for.
private final class RunningPicture {
  private let process: PictureProcess
  private var watch: DescriptorWatch?
  private var timer: Timer?

  init(_ process: PictureProcess) { self.process = process }

  func picture() async throws(PictureFailure) -> DecodedPicture {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        timer = Timer(every: UInt32(PictureLimits.patience / .milliseconds(1))) { [process] in
          process.stop()
        }
        watch = DescriptorWatch(readable: process.ended.rawValue) { [weak self] in
          guard let self else { return }
          (watch, timer) = (nil, nil)
          continuation.resume()
        }
      }
    } onCancel: {
      Task { @MainActor in self.process.stop() }
    }
    return try process.picture()
  }
}
