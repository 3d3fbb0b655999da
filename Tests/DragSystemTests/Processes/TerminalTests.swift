import CLinux
import DragSystem
import Foundation
import Testing

@Suite struct TerminalTests {
  @Test func aTerminalTellsItsWidthAndAPipeHasNone() async {
    await #expect(processExitsWith: .success) { try measureStreams() }
  }
}

/// Replaces this process's streams, and puts them back: the test's report goes there.
private func measureStreams() throws {
  var terminal: Int32 = -1
  var program: Int32 = -1
  var size = winsize(ws_row: 24, ws_col: 97, ws_xpixel: 0, ws_ypixel: 0)
  #expect(openpty(&terminal, &program, nil, nil, &size) == 0)
  let (reader, writer) = try rawPipe()
  let before = [dup(0), dup(1)]
  dup2(program, 0)
  dup2(writer, 1)
  let isTerminal = (StandardStream.input.isTerminal, StandardStream.output.isTerminal)
  let columns = (StandardStream.input.columns, StandardStream.output.columns)
  dup2(before[0], 0)
  dup2(before[1], 1)
  for end in [terminal, program, reader, writer] + before { close(end) }
  #expect(isTerminal == (true, false))
  #expect(columns.0 == 97)
  #expect(columns.1 == nil)
}
