internal import Foundation
internal import GtkKit

/// Writes when the frames of the windows began and ended, for whoever measures them: dragboard(1), DRAGBOARD_FRAMES.
final class FrameLog {
  private let file: FileHandle

  /// Nil when nobody asks for it.
  init?() {
    guard let path = ProcessInfo.processInfo.environment["DRAGBOARD_FRAMES"],
      let file = FileHandle(forWritingAtPath: path)
    else { return nil }
    self.file = file
  }

  func follow(_ window: Window) {
    window.onFrame { [file] frame in
      try? file.write(contentsOf: Data("\(frame.begin) \(frame.end)\n".utf8))
    }
  }
}
