/// A transfer that workers run: what `FileToPipe`, `Relay`, `Collector` and `Snapshot` have in common.
package class RunningTransfer {
  private let runner: JobRunner

  /// Starts at once. See `JobRunner.init`.
  init(
    _ job: any TransferJob, source: Int32? = nil, destination: Int32? = nil,
    peerEnds: [PeerDescriptor] = [], lane: Lane, pool: WorkerPool, loop: EventLoop,
    report: @escaping (JobReport) -> Void
  ) {
    runner = JobRunner(
      job, source: source, destination: destination, peerEnds: peerEnds, lane: lane, pool: pool,
      loop: loop, report: report)
    runner.start()
  }

  deinit {
    cancel()
  }

  /// Bytes transferred, as last reported.
  package final var total: UInt64 { runner.total }
  /// Whether the transfer has reported its end or was cancelled.
  package final var isOver: Bool { runner.isOver }
  /// As last reported; at first the source.
  package final var waitingFor: JobReport.Side { runner.waitingFor }

  /// Stops at once, without another report; a snapshot after the portion that is being copied. The destination of a
  /// pipe sees end of file, the source a closed pipe.
  package final func cancel() {
    runner.cancel()
  }

  /// Reports the bytes that have been transferred since the last report, now and not after the interval.
  package final func reportTotal() {
    runner.reportTotal()
  }

  /// Continues a transfer that has reported `roomWanted`, once its room has grown.
  package final func resume() {
    runner.resume()
  }
}
