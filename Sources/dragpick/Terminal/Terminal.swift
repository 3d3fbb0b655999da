internal import CLinux
// DispatchSourceSignal is not declared Sendable, though it may be used on any thread.
@preconcurrency internal import Dispatch
internal import Foundation

/// The terminal that the program was started on: its keys and its screen.
final class Terminal: Sendable {
  private let original: termios

  /// Throws when standard input or output is no terminal.
  init() throws(PickFailure) {
    var attributes = termios()
    guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &attributes) == 0 else {
      throw PickFailure("dragpick needs a terminal; “dragctl offer FILE…” does without one")
    }
    original = attributes
    cfmakeraw(&attributes)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
    // The alternate screen, without a cursor.
    write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Restores the terminal's state.
  func restore() {
    write("\u{1B}[?25h\u{1B}[?1049l")
    var attributes = original
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
  }

  /// In columns and rows.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Replaces the content of the screen in one write, so that it does not flicker.
  func show(_ lines: [String]) {
    write("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[J")
  }

  /// Keys and changes of the size. A signal to end, and the end of standard input, give the key `quit`.
  func inputs() -> AsyncStream<Input> {
    AsyncStream { continuation in
      for (number, input) in [
        (SIGWINCH, Input.resized), (SIGTERM, .key(.quit)), (SIGHUP, .key(.quit)),
      ] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { continuation.yield(input) }
        source.resume()
        continuation.onTermination = { [next = continuation.onTermination] reason in
          source.cancel()
          next?(reason)
        }
      }
      Thread.detachNewThread {
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
          let count = read(STDIN_FILENO, &buffer, buffer.count)
          guard count > 0 else { break }
          for key in Key.all(in: Array(buffer[..<count])) { continuation.yield(.key(key)) }
        }
        continuation.yield(.key(.quit))
      }
    }
  }

  private func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { CLinux.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// An event for the picker.
enum Input: Sendable {
  case key(Key)
  case resized
  /// A message about the offer for the person.
  case status(String)
  /// The offer is over.
  case over(String)
}
