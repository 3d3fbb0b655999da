internal import DBus
package import DragSystem

/// The far end of a line: it serves what comes through standard input and output, and needs nothing else. For each
/// connection there it has one to the bus here.
package enum FarProcess {
  /// Serves until the line ends.
  ///
  /// - Returns: why it has ended, for the person who has started it by hand; nil for an end like any other.
  package static func run(silence: UInt32 = LineDial.usualSilence) throws(SystemError) -> String? {
    let loop = try EventLoop()
    var reason: String?
    let line = try LineEnd(
      .far, .own(silence: silence), input: try StandardStream.input.duplicate(),
      output: try StandardStream.output.duplicate(), on: loop)
    // What a library prints must not get into the line.
    NullStreams.replaceInputAndOutput()
    var address: String?
    line.onHello = { [unowned line] hello in
      guard hello.version == LineHello.version else {
        return line.fail("the dragctl there knows version \(LineHello.version) of the protocol")
      }
      do throws(BusError) {
        address = try RelayedConnection.sessionAddress()
      } catch {
        line.fail(error.message)
      }
    }
    line.onOpen = { () throws(BusError) in
      try .open(address: address ?? "", on: loop)
    }
    var isCut = false
    line.onCut = { cut in
      isCut = true
      switch cut {
      case .ended, .silent: break
      case .broken(let words), .failed(let words): reason = words
      }
      // What is complete gets to its place; nothing waits for ever for it.
      loop.after(microseconds: 30_000_000) { loop.stop() }
    }
    line.onIdle = { if isCut { loop.stop() } }
    loop.run()
    return reason
  }
}
