import DragModel
import Testing
internal import Translations

@testable import dragctl

@Suite struct ProgressLineTests {
  private let known = ProgressLine(
    name: "photo.png", bytes: 12 << 20, size: 48 << 20, rate: 4 << 20)

  @Test func aBarFillsItsLine() {
    let bar = known.bar(columns: 100)
    #expect(TextWidth.columns(of: bar) == 100)
    #expect(bar.hasPrefix("photo.png  [====") && bar.contains(">"))
    #expect(bar.hasSuffix("]   25 %    12.0 MiB of 48.0 MiB    4.0 MiB/s      0:09 left"))
  }

  @Test func theGaugeStaysWhereItIs() {
    let widths = [0, 999, 1 << 19, 48 << 20].map { bytes in
      ProgressLine(name: "photo.png", bytes: bytes, size: 48 << 20, rate: bytes)
        .bar(columns: 100).prefix { $0 != "]" }.count
    }
    #expect(Set(widths).count == 1)
  }

  @Test(arguments: 1...120) func aBarIsNeverWiderThanItsTerminal(_ columns: Int) {
    let unknown = ProgressLine(
      name: "名前がとても長いファイル.png", bytes: 1 << 40, size: nil, rate: 1 << 30)
    #expect(TextWidth.columns(of: known.bar(columns: columns)) <= columns)
    #expect(TextWidth.columns(of: unknown.bar(columns: columns)) <= columns)
  }

  @Test func whatMattersLeastGoesFirst() {
    let narrow = known.bar(columns: 40)
    #expect(narrow.contains("25 %"))
    #expect(!narrow.contains("left"))
  }

  @Test func anUnknownSizeHasNoPerCent() {
    let line = ProgressLine(name: "a", bytes: 2048, size: nil, rate: 1024)
    #expect(line.sentence == "a: 2.0 KiB, 1.0 KiB/s")
  }

  @Test func nothingIsDoneBeforeItsEnd() {
    let line = ProgressLine(name: "a", bytes: 999_999, size: 1_000_000, rate: nil)
    #expect(line.sentence.contains("99 %"))
    #expect(ProgressLine(name: "a", bytes: 0, size: 0, rate: nil).sentence.contains("100 %"))
  }

  @Test func moreThanPromisedIsStillAllOfIt() {
    let line = ProgressLine(name: "a", bytes: 20, size: 10, rate: 5)
    #expect(line.sentence == "a: 100 %, 20 B of 10 B, 5 B/s")
  }
}

@Suite struct ProgressTests {
  @Test func aQuickTransferShowsNoBar() {
    var progress = Progress("a", style: .bar, at: 0)
    #expect(progress.update(bytes: 10, size: 100, at: 199_999, columns: 80) == "")
    #expect(progress.finish(at: 199_999, columns: 80) == "")
  }

  @Test func aBarIsDrawnAtMostTenTimesASecond() {
    var progress = Progress("a", style: .bar, at: 0)
    var drawn = 0
    for step in 0...1000 {
      let text = progress.update(
        bytes: UInt64(step), size: 1000, at: UInt64(step) * 1000, columns: 80)
      if !text.isEmpty { drawn += 1 }
    }
    #expect((8...10).contains(drawn))
  }

  @Test func aBarIsRedrawnInPlaceAndEndsItsLine() {
    var progress = Progress("a", style: .bar, at: 0)
    let bar = progress.update(bytes: 50, size: 100, at: 300_000, columns: 80)
    #expect(bar.hasPrefix("\r") && bar.hasSuffix("\u{1B}[K") && !bar.contains("\n"))
    let end = progress.update(bytes: 100, size: 100, at: 310_000, columns: 80)
    #expect(end == "")
    let last = progress.finish(at: 400_000, columns: 80)
    #expect(last.contains("100 %") && last.hasSuffix("\u{1B}[K\n"))
    #expect(progress.clear() == "")
  }

  @Test func clearingTakesTheBarAway() {
    var progress = Progress("a", style: .bar, at: 0)
    #expect(progress.clear() == "")
    _ = progress.update(bytes: 50, size: nil, at: 300_000, columns: 80)
    #expect(progress.clear() == "\r\u{1B}[K")
  }

  @Test func linesComeOnceASecondAndAtTheEnd() {
    var progress = Progress("a", style: .lines, at: 0)
    let lines = (0...30).map {
      progress.update(bytes: $0, size: 30, at: $0 * 100_000, columns: 80)
    }
    #expect(lines.filter { !$0.isEmpty }.count == 3)
    #expect(lines.allSatisfy { $0.isEmpty || $0.hasSuffix("\n") && !$0.contains("\r") })
    #expect(progress.finish(at: 3_100_000, columns: 80) == "a: 100 %, 30 B of 30 B, 10 B/s\n")
  }

  @Test func hiddenSaysNothing() {
    var progress = Progress("a", style: .hidden, at: 0)
    #expect(progress.update(bytes: 1, size: 2, at: 9_000_000, columns: 80) == "")
    #expect(progress.finish(at: 9_000_000, columns: 80) == "")
  }

  @Test func aNameCannotSteerTheTerminal() {
    var progress = Progress("a\u{1B}[2J\nb", style: .lines, at: 0)
    #expect(progress.finish(at: 1, columns: 80).hasPrefix("a\u{FFFD}[2J\u{FFFD}b: "))
  }
}

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}", 1), ("名前", 4), ("👍🏽", 2), ("a\u{200B}b", 2), ("🇩🇪", 2),
    ("", 0),
  ])
  func columnsAreWhatATerminalTakes(_ text: String, _ columns: Int) {
    #expect(TextWidth.columns(of: text) == columns)
  }

  @Test func shortenedTextFitsAndSaysSo() {
    #expect(TextWidth.shortened("abcdef", to: 4) == "abc…")
    #expect(TextWidth.shortened("名前名前", to: 4) == "名…")
    #expect(TextWidth.shortened("abcd", to: 4) == "abcd")
    #expect(TextWidth.shortened("abcd", to: 0) == "")
  }

  @Test func tablesAlignAndAreCut() {
    var table = Table(["ID", "LABEL"])
    table.add(["名", "x\u{1B}y"])
    table.add(["abc", "a very long label"])
    #expect(table.text(width: nil) == "ID   LABEL\n名   x\u{FFFD}y\nabc  a very long label\n")
    #expect(table.text(width: 10) == "ID   LABEL\n名   x\u{FFFD}y\nabc  a ve…\n")
  }
}
