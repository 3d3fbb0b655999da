import CLinux
import DragSystem
import Foundation
import Harness
import Testing

@Suite struct ProcessFactsTests {
  private func facts(of process: Int32) throws(SystemError) -> DragSystem.ProcessFacts {
    try DragSystem.ProcessFacts(ProcessHandle(process: UInt32(process)))
  }

  @Test func theFactsOfALivingProcessAreRead() throws {
    let facts = try facts(of: getpid())
    let cgroups = try String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)
    #expect(facts.cgroups == cgroups)
    let hasInfo = FileManager.default.fileExists(atPath: "/.flatpak-info")
    #expect((facts.flatpakInfo != .absent) == hasInfo)
    #expect(facts.sharesRoot)
    #expect(
      facts.program
        == ProcessInfo.processInfo.arguments[0].split(separator: "/").last.map(String.init))
    #expect(facts.started < Clock.boottime)
  }

  @Test func aProcessThatHasEndedHasNone() throws {
    let process = Process()
    let input = Foundation.Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/cat")
    process.standardInput = input
    try process.run()
    let handle = try ProcessHandle(process: UInt32(process.processIdentifier))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(!handle.isAlive)
    #expect(throws: SystemError.self) { try DragSystem.ProcessFacts(handle) }
    #expect(throws: SystemError.self) { try facts(of: process.processIdentifier) }
  }

  @Test(
    .enabled(if: getuid() == 0),
    arguments: [
      ["unshare", "--mount"], ["unshare", "--user"], ["chroot", "/usr"], ["chroot", "/usr/.."],
    ])
  func whoSeesOtherFilesDoesNotShareTheRoot(wrapper: [String]) throws {
    let program = try Program(
      "/usr/bin/env", wrapper + ["/bin/sh", "-c", "echo there; exec /bin/sleep 1000"])
    defer { program.close() }
    try eventually("it runs") { program.standardOutput == "there\n" }
    #expect(try facts(of: program.processIdentifier).sharesRoot == (wrapper.last == "/usr/.."))
  }

  @Test func whoCannotBeLookedAtMayBeLookedAtAgain() async {
    await #expect(processExitsWith: .exitCode(7)) {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 0
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      do throws(SystemError) {
        _ = try ProcessHandle(process: UInt32(getpid()))
      } catch {
        if error.isShortOfDescriptors { exit(7) }
      }
    }
  }
}

@Suite struct SignalWatchTests {
  @Test func signalsArriveOnTheLoopInsteadOfEndingTheProcess() async {
    await #expect(processExitsWith: .success) { try receiveSignals() }
  }

  @Test func whatTheCallerIgnoresStaysIgnored() async {
    await #expect(processExitsWith: .success) { try receiveAllButIgnoredSignals() }
  }
}

private func receiveSignals() throws {
  let loop = try EventLoop()
  var seen: [SignalWatch.Signal] = []
  let watch = try SignalWatch([.terminate, .windowChanged], on: loop) { seen.append($0) }
  // Sends them to this thread, which has blocked them; the process's other threads started before that.
  pthread_kill(pthread_self(), SIGTERM)
  #expect(loop.turn { seen == [.terminate] })
  pthread_kill(pthread_self(), SIGWINCH)
  #expect(loop.turn { seen == [.terminate, .windowChanged] })
  watch.cancel()
}

private func receiveAllButIgnoredSignals() throws {
  signal(SIGHUP, SIG_IGN)
  let loop = try EventLoop()
  var seen: [SignalWatch.Signal] = []
  let watch = try SignalWatch([.hangUp, .terminate], on: loop) { seen.append($0) }
  // Of two pending signals, the one with the lower number comes first.
  pthread_kill(pthread_self(), SIGHUP)
  pthread_kill(pthread_self(), SIGTERM)
  #expect(loop.turn { seen.contains(.terminate) })
  #expect(seen == [.terminate])
  watch.cancel()
}
