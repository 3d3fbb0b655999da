internal import CLinux
internal import CSimulation

/// Starts simulated processes, and does what only their threads may do.
package enum SimulatedProcess {
  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  @discardableResult
  package static func start(_ name: String, _ run: @escaping () -> Void) -> Int32 {
    sim_process(
      name, { $0.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() } },
      Unmanaged.passRetained(Body(run)).toOpaque())
  }

  /// Runs tasks on this process's main thread until that one has ended.
  package static func runTasks(_ body: @escaping @Sendable () async -> Void) {
    let done = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    done.pointee = 0
    nonisolated(unsafe) let flag = done
    Task.detached {
      await body()
      flag.pointee = 1
    }
    sim_run_tasks(done)
  }

  /// Waits in a task.
  package static func pause(milliseconds: UInt64) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let body = Body { continuation.resume() }
      sim_after(
        milliseconds * 1_000_000,
        { $0.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() } },
        Unmanaged.passRetained(body).toOpaque())
    }
  }
}

/// dragd as the bus knows it.
package enum Daemon {
  package static let busName = "org.dragd.Broker1"
  static var user: UInt32 { geteuid() }
}

/// Virtual time in nanoseconds.
package enum VirtualTime {
  package static let second: UInt64 = 1_000_000_000
  package static let hour = 3600 * second
  package static var now: UInt64 { sim_now() }
  /// Since the start of the run.
  package static var elapsed: UInt64 { sim_now() - sim_start }
}
