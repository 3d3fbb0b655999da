import DisplaySelections
import DragModel
import DragSystem
import XSelections

/// Does what it is told, a line each:
///
///     read SELECTION TARGET PATH   writes the content into the file or FIFO
///     cancel READ
///     own SELECTION TARGET:HOW:PATH…   HOW: sized, unsized, or refused and unanswered, where the path does not matter
///     restore …   the same, unless another program has claimed the selection meanwhile
///     disown SELECTION
///     ping   says “pong”: the loop goes on
///     quit
final class SelectionProgram {
  private enum Answer: String {
    case sized, unsized, refused, unanswered
  }

  private let loop: EventLoop
  private let pool: WorkerPool
  private let limits: SelectionLimits
  private var display: XDisplay?
  private var answers: [String: (how: Answer, path: String)] = [:]
  private var rest = ""

  init(loop: EventLoop, pool: WorkerPool, limits: SelectionLimits) {
    self.loop = loop
    self.pool = pool
    self.limits = limits
  }

  func connect() {
    XDisplay.connect(on: loop, pool: pool, limits: limits) { [self] result in
      switch result {
      case .success(let display):
        self.display = display
        display.onEvent = { [self] in tell($0) }
        say("connected")
      case .failure(let failure):
        say("failed \(failure)")
        loop.stop()
      }
    }
  }

  func readInput(_ input: borrowing OwnedFileDescriptor) {
    guard let bytes = try? input.read(upTo: 65_536), !bytes.isEmpty else { return loop.stop() }
    rest += String(decoding: bytes, as: UTF8.self)
    while let end = rest.firstIndex(of: "\n") {
      let words = rest[..<end].split(separator: " ").map(String.init)
      rest = String(rest[rest.index(after: end)...])
      obey(words)
    }
  }

  private func obey(_ words: [String]) {
    switch words.first {
    case "read": read(words[2], of: words[1], into: words[3])
    case "cancel": UInt64(words[1]).map { display?.cancel(ReadID(number: $0)) }
    case "own", "restore":
      var targets: [String] = []
      for word in words.dropFirst(2) {
        let parts = word.split(separator: ":", maxSplits: 2).map(String.init)
        targets.append(parts[0])
        answers[parts[0]] = (
          Answer(rawValue: parts[1]) ?? .refused, parts.count > 2 ? parts[2] : ""
        )
      }
      guard let selection = ClipboardSelection(rawValue: words[1]) else { return }
      if words[0] == "own" {
        display?.own(selection, targets: targets)
      } else {
        display?.ownUnlessTaken(selection, targets: targets)
      }
    case "disown": ClipboardSelection(rawValue: words[1]).map { display?.disown($0) }
    case "ping": say("pong")
    case "quit": loop.stop()
    default: say("failed unknown command \(words)")
    }
  }

  private func read(_ target: String, of selection: String, into path: String) {
    guard let selection = ClipboardSelection(rawValue: selection), let display else { return }
    do throws(SystemError) {
      let file = try OpenedFile.forWriting(path)
      var id: ReadID?
      id = display.read(target, of: selection, into: file) { end in
        say("read \(id?.number ?? 0) \(end)")
      }
      say("reading \(id?.number ?? 0)")
    } catch {
      say("failed \(error)")
    }
  }

  private func tell(_ event: SelectionEvent) {
    switch event {
    case .changed(let name, nil, let change): say("changed \(name) none \(change)")
    case .changed(let name, .some(let owned), _):
      say(
        "changed \(name) \(owned.isOwn ? "own" : "other") \(owned.process ?? 0) \(owned.time ?? 0) "
          + "[\(owned.targets.joined(separator: " "))]")
    case .ownRefused(let name): say("refused \(name)")
    case .requested(let name, let target, let request):
      say("requested \(request.number) \(name) \(target)")
      answer(request, target)
    case .requestCancelled(let request): say("cancelled \(request.number)")
    case .saveRequested(let name, let targets, let request):
      say("save \(request.number) \(name) [\(targets.joined(separator: " "))]")
      answer(request, "SAVE_TARGETS")
    case .gone(let reason): say("gone \(reason)")
    }
  }

  private func answer(_ request: RequestID, _ target: String) {
    guard let answer = answers[target] else { return refuse(request) }
    do throws(SystemError) {
      switch answer.how {
      case .sized:
        let file = try OpenedFile.forReading(answer.path)
        let size = try OpenedFile.size(of: file)
        give(file, to: request, size: size)
      case .unsized: give(try OpenedFile.forReading(answer.path), to: request, size: nil)
      case .refused: refuse(request)
      case .unanswered: break
      }
    } catch {
      say("failed \(error)")
      refuse(request)
    }
  }

  private func give(_ file: consuming OwnedFileDescriptor, to request: RequestID, size: UInt64?) {
    display?.answer(request, with: file, size: size) { say("answer \(request.number) \($0)") }
  }

  private func refuse(_ request: RequestID) {
    display?.refuse(request)
  }
}
