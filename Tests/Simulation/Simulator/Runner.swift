internal import CLinux
internal import CSimulation
internal import Foundation
internal import Simulation

/// What a run has shown.
struct Outcome {
  var violations: [String] = []
  var story: [String] = []
  /// A line with the trace and with how much happened.
  var summary = ""
  var steps = 0
}

/// Has plans run, each in a process of its own.
final class Runner {
  /// The folder of its files; two runs at a time need two.
  let folder: String
  var isLive = false
  /// Where the steps of a run are written to.
  var steps: String?
  /// The mended fault that the code has, if it was built with those of Mutations.
  var putBack: String?
  private let mother: Int32
  private let progressFile: Int32
  private let progress: UnsafeMutablePointer<sim_progress>
  /// Seconds of real time without a step after which a run is stuck.
  private static let patience = 5

  /// - Parameter mother: forks the runs; those of one mother follow one another.
  init(slot: Int, _ mother: Int32) {
    let number = String(10_000_000 + Int(getpid()) % 1_000_000 * 10 + slot % 10)
    // The same length for everybody, because paths are in messages.
    let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    folder = "\(place)/dragd-simulation-\(number)"
    self.mother = mother
    let size = MemoryLayout<sim_progress>.size
    progressFile = memfd_create("progress", UInt32(MFD_CLOEXEC))
    ftruncate(progressFile, size)
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, progressFile, 0)
    guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else {
      fatalError("no memory to share with runs")
    }
    progress = memory.bindMemory(to: sim_progress.self, capacity: 1)
  }

  func run(_ plan: Plan) -> Outcome {
    defer { Files.remove(folder) }
    var ends: [Int32] = [-1, -1]
    let order = Order(folder: folder, isLive: isLive, steps: steps, putBack: putBack, plan: plan)
    let file = memfd_create("order", UInt32(MFD_CLOEXEC))
    defer { close(file) }
    guard let data = try? JSONEncoder().encode(order), pipe2(&ends, O_CLOEXEC) == 0 else {
      return Outcome(violations: ["the simulator has no pipe"])
    }
    Files.write(Array(data), into: file)
    progress.pointee = sim_progress()
    let child = sim_ask_for_run(mother, [file, ends[1], progressFile])
    close(ends[1])
    defer { close(ends[0]) }
    guard child > 0 else { return Outcome(violations: ["the simulator cannot fork"]) }
    var (outcome, isWhole) = listen(ends[0], to: child)
    let status = sim_run_status(mother)
    if !isWhole, outcome.violations.isEmpty {
      outcome.violations = [ended(status)]
      let log = String(decoding: Files.bytes(of: "\(folder)/log") ?? [], as: UTF8.self)
      outcome.story += log.split(separator: "\n").suffix(20).map { "log: \($0)" }
    }
    return outcome
  }

  private func ended(_ status: Int32) -> String {
    let signal = status & 0x7f
    return signal == 0
      ? "the run ends with status \(status >> 8)" : "the run ends by signal \(signal)"
  }

  private func listen(_ pipe: Int32, to child: pid_t) -> (Outcome, isWhole: Bool) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var steps: UInt64 = 0
    while true {
      var polled = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      if poll(&polled, 1, Int32(Self.patience * 1_000)) == 0 {
        if progress.pointee.steps == steps, let wait = stuck(child) {
          kill(child, SIGKILL)
          return (Outcome(violations: [wait]), true)
        }
        steps = progress.pointee.steps
        continue
      }
      let count = read(pipe, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return parse(String(decoding: bytes, as: UTF8.self))
  }

  /// What the thread that runs waits for; nil when it does not wait, but the machine is slow.
  private func stuck(_ child: pid_t) -> String? {
    let thread = progress.pointee.thread
    let folder = "/proc/\(child)/task/\(thread == 0 ? child : thread)"
    let text = String(decoding: Files.bytes(of: "\(folder)/syscall") ?? [], as: UTF8.self)
    guard let word = text.split(separator: " ").first, word != "running" else { return nil }
    let process = withUnsafePointer(to: &progress.pointee.process) {
      $0.withMemoryRebound(to: CChar.self, capacity: 32) { String(cString: $0) }
    }
    return "\(process) waits in a call that is not simulated: number \(word) of the kernel"
  }

  private func parse(_ text: String) -> (Outcome, isWhole: Bool) {
    var outcome = Outcome()
    var isWhole = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let rest = String(line.dropFirst(2))
      switch line.first {
      case "T": outcome.summary = rest
      case "N": outcome.steps = Int(rest) ?? 0
      case "V": outcome.violations.append(rest)
      case "S": outcome.story.append(rest)
      case "E": isWhole = true
      default: break
      }
    }
    return (outcome, isWhole)
  }
}
