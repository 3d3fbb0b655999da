import CLinux
import DragSystem
import Foundation
import Testing

@Suite struct ProcessFactsTests {
  @Test func theFactsOfALivingProcessAreRead() throws {
    let facts = try #require(ProcessFacts(process: UInt32(getpid())))
    let cgroups = try String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)
    #expect(facts.cgroups == cgroups)
    #expect((facts.flatpakInfo != nil) == FileManager.default.fileExists(atPath: "/.flatpak-info"))
    #expect(!facts.isRootHidden)
  }

  @Test func aProcessThatHasEndedHasNone() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/true")
    try process.run()
    process.waitUntilExit()
    #expect(ProcessFacts(process: UInt32(process.processIdentifier)) == nil)
  }

  @Test func whoCannotBeLookedAtCountsAsSandboxed() async {
    await #expect(processExitsWith: .exitCode(7)) {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 0
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let facts = ProcessFacts(process: UInt32(getpid()))
      if let facts, facts.isUnknown, facts.flatpakInfo == "" { exit(7) }
    }
  }
}

@Suite struct SignalWatchTests {
  @Test func signalsArriveOnTheLoopInsteadOfEndingTheProcess() async {
    await #expect(processExitsWith: .success) { try takeSignals() }
  }

  @Test func whatTheCallerIgnoresStaysIgnored() async {
    await #expect(processExitsWith: .success) { try takeAllButIgnoredSignals() }
  }
}

private func takeSignals() throws {
  let loop = try EventLoop()
  var seen: [SignalWatch.Signal] = []
  let watch = try SignalWatch([.terminate, .windowChanged], on: loop) { seen.append($0) }
  // To this thread, which has them blocked; the process's other threads were there before.
  pthread_kill(pthread_self(), SIGTERM)
  #expect(loop.turn { seen == [.terminate] })
  pthread_kill(pthread_self(), SIGWINCH)
  #expect(loop.turn { seen == [.terminate, .windowChanged] })
  watch.cancel()
}

private func takeAllButIgnoredSignals() throws {
  signal(SIGHUP, SIG_IGN)
  let loop = try EventLoop()
  var seen: [SignalWatch.Signal] = []
  let watch = try SignalWatch([.hangUp, .terminate], on: loop) { seen.append($0) }
  // Of two that wait the one with the lower number comes first.
  pthread_kill(pthread_self(), SIGHUP)
  pthread_kill(pthread_self(), SIGTERM)
  #expect(loop.turn { seen.contains(.terminate) })
  #expect(seen == [.terminate])
  watch.cancel()
}
