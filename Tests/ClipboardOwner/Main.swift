import DisplaySelections
import DragModel
import DragSystem
import WaylandSelections
import XSelections

/// A program that copies, for tests: it owns the clipboard of the display that its environment names, and prints a line
/// for each event: `owned`, `asked TARGET`, `lost`, `done`.
///
///     clipboardowner [--primary] [--times COUNT MICROSECONDS] TARGET=TEXT | TARGET@FILE | TARGET! …
///
/// It never answers requests for a target with `!`. With `--primary` it owns PRIMARY instead. With `--times` it copies
/// that often, with the pause from the start of one copy to that of the next, and keeps owning the last copy. `{n}` in
/// a TEXT is the number of the copy.
@main enum Main {
  static func main() {
    Interruption.ignoreBrokenPipes()
    do {
      let loop = try EventLoop()
      let workers = WorkerPool(remote: loop.remote, threads: 8, perLane: 4)
      var arguments = Array(CommandLine.arguments.dropFirst())
      var (times, pause) = (1, UInt64(0))
      let selection = arguments.first == "--primary" ? ClipboardSelection.primary : .clipboard
      if selection == .primary { arguments.removeFirst() }
      if arguments.first == "--times" {
        times = Int(arguments[1]) ?? 1
        pause = UInt64(arguments[2]) ?? 0
        arguments.removeFirst(3)
      }
      var wayland: WaylandDisplay?
      var owner: ClipboardOwner?
      if Environment["WAYLAND_DISPLAY"] != nil {
        let display = try WaylandDisplay(loop: loop, pool: workers)
        wayland = display
        owner = ClipboardOwner(display.seats[0], selection, arguments, loop)
        owner?.start(times, pause)
      } else {
        XDisplay.connect(on: loop, pool: workers, managesClipboard: false) { result in
          switch result {
          case .success(let display):
            owner = ClipboardOwner(display, selection, arguments, loop)
            owner?.start(times, pause)
          case .failure(let failure):
            say("\(failure)")
            ProgramExit.now(1)
          }
        }
      }
      loop.run()
      _ = (wayland, owner)
    } catch {
      say("\(error)")
      ProgramExit.now(1)
    }
  }

  static func say(_ line: String) {
    try? StandardStream.output.write(Array("\(line)\n".utf8))
  }
}

/// Owns a selection.
final class ClipboardOwner {
  private enum Content {
    case text([UInt8])
    case file([UInt8])
    case silence
  }

  private let display: any SelectionDisplay
  private let selection: ClipboardSelection
  private let loop: EventLoop
  private var targets: [String] = []
  private var contents: [String: Content] = [:]
  private var left = 0
  private var copies = 0
  private var isOwner = false
  private var nextCopy = Clock.monotonic

  init(
    _ display: any SelectionDisplay, _ selection: ClipboardSelection, _ arguments: [String],
    _ loop: EventLoop
  ) {
    self.display = display
    self.selection = selection
    self.loop = loop
    for argument in arguments {
      if argument.hasSuffix("!") {
        add(String(argument.dropLast()), .silence)
      } else if let index = argument.firstIndex(of: "@") {
        add(
          String(argument[..<index]),
          .file(Array(argument[argument.index(after: index)...].utf8)))
      } else {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        // A type may have parameters of its own.
        if argument.contains(";"), let last = argument.lastIndex(of: "=") {
          add(
            String(argument[..<last]), .text(Array(argument[argument.index(after: last)...].utf8)))
        } else if parts.count == 2 {
          add(String(parts[0]), .text(Array(parts[1].utf8)))
        }
      }
    }
  }

  private func add(_ target: String, _ content: Content) {
    targets.append(target)
    contents[target] = content
  }

  func start(_ times: Int, _ pause: UInt64) {
    display.onEvent = { [unowned self] in handle($0) }
    left = times
    own(pause)
  }

  private func own(_ pause: UInt64) {
    display.own(selection, targets: targets)
    left -= 1
    copies += 1
    guard left > 0 else {
      // The display has the copy only after this turn of the loop.
      loop.after(microseconds: 0) { Main.say("done") }
      return
    }
    nextCopy += pause
    let now = Clock.monotonic
    loop.after(microseconds: nextCopy > now ? nextCopy - now : 0) { [unowned self] in own(pause) }
  }

  private func handle(_ event: SelectionEvent) {
    switch event {
    case .changed(selection, let owner, _):
      let owns = owner?.isOwn == true
      if owns != isOwner { Main.say(owns ? "owned" : "lost") }
      isOwner = owns
    case .requested(_, let target, let request): give(target, request)
    case .changed, .ownRefused, .requestCancelled, .saveRequested: break
    case .gone: ProgramExit.now(0)
    }
  }

  private func give(_ target: String, _ request: RequestID) {
    Main.say("asked \(target)")
    do {
      switch contents[target] {
      case .text(let text)?:
        let words = String(decoding: text, as: UTF8.self)
        let bytes = Array(words.replacing("{n}", with: "\(copies)").utf8)
        let memory = try Memfd.create("owner", containing: bytes)
        display.answer(request, with: memory, size: UInt64(bytes.count)) { _ in }
      case .file(let path)?:
        let file = try FilePath.openForReading(path)
        let size = try FileStatus(of: file).size
        display.answer(request, with: file, size: size) { _ in }
      case .silence?: break
      case nil: display.refuse(request)
      }
    } catch {
      display.refuse(request)
    }
  }
}
