import Testing

@testable import dragctl

@Suite struct TerminalTextTests {
  private func admits(_ parts: [UInt8]...) -> Bool {
    var text = TerminalText()
    for part in parts where !text.admits(part) { return false }
    return true
  }

  @Test func aControlCharacterIsSeenWhereverItIsCut() {
    let csi: [UInt8] = [0x61, 0xC2, 0x9B, 0x33]
    #expect(!admits(csi))
    #expect(!admits(Array(csi[..<2]), Array(csi[2...])))
    #expect(!admits([0x61], [0xC2], [], [0x9B]))
  }

  @Test func aCharacterMayComeInTwoParts() {
    #expect(admits([0x61, 0xC3], [0xBC]))
    #expect(admits([0x61, 0xC2], [0xA0]))
  }

  @Test func aLineThatIsOpenIsToBeEnded() {
    var text = TerminalText()
    var isOpen = [text.needsNewline]
    for part in [[0x61], [], [0x62, 0x0A]] as [[UInt8]] {
      _ = text.admits(part)
      isOpen.append(text.needsNewline)
    }
    #expect(isOpen == [false, true, true, false])
  }
}
