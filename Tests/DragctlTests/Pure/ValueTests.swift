import CommandLineArguments
import DragModel
import Testing
internal import Translations

@testable import dragctl

@Suite struct DurationTests {
  @Test(
    arguments: [
      ("500ms", 500), ("90", 90_000), ("0", 0), ("1.5s", 1500), ("10m", 600_000),
      ("10min", 600_000),
      ("1h30m", 5_400_000), ("2d", 172_800_000), ("1h0.5s", 3_600_500), ("0.25", 250), (".5s", 500),
      ("18446744073709551ms", 18_446_744_073_709_551),
    ] as [(String, UInt64)])
  func durationsArePeoplesWords(_ text: String, _ milliseconds: UInt64) {
    #expect(Milliseconds(text)?.count == milliseconds)
  }

  @Test(arguments: [
    "", " ", "-1", "m", "10 m", "1h30", "10x", "1..5", ".", "1e3", "10M", "99999999999999999999",
    "18446744073709552s", "∞",
  ])
  func otherWordsAreNone(_ text: String) {
    #expect(Milliseconds(text) == nil)
  }
}

@Suite struct ByteCountTests {
  @Test(
    arguments: [
      ("0", 0), ("4096", 4096), ("10M", 10 << 20), ("10MiB", 10 << 20), ("10mib", 10 << 20),
      ("10MB", 10_000_000), ("1.5GiB", 3 << 29), ("1k", 1024), ("7B", 7), ("2T", 2 << 40),
      ("0.5k", 512), ("18446744073709551615", .max),
    ] as [(String, UInt64)])
  func sizesArePeoplesWords(_ text: String, _ bytes: UInt64) {
    #expect(ByteCount(text)?.count == bytes)
  }

  @Test(arguments: ["", "-1", "M", "10 M", "10X", "1.2.3", "18446744073709551616", "17179869184G"])
  func otherWordsAreNone(_ text: String) {
    #expect(ByteCount(text) == nil)
  }
}

@Suite struct TypedArgumentTests {
  private let flag = Flag("rep", value: .required("TYPE=FILE"), help: "h")

  @Test(arguments: [
    ("image/png=a.png", "image/png", "a.png"),
    ("text/plain=a=b;c=d", "text/plain", "a=b;c=d"),
    ("text/plain;charset=utf-8=notes.txt", "text/plain;charset=utf-8", "notes.txt"),
    ("text/plain;charset=utf-8=a=b", "text/plain;charset=utf-8", "a=b"),
    ("a/b;c=d;e=f=-", "a/b;c=d;e=f", "-"),
    ("a/b;c=\"x=y;\\\"z\"=file", "a/b;c=\"x=y;\\\"z\"", "file"),
    (
      "text/html;charset=utf-8=pandoc -t html x.md", "text/html;charset=utf-8",
      "pandoc -t html x.md"
    ),
  ])
  func theTypeEndsAtTheEqualsSignThatIsNoParameters(
    _ text: String, _ type: String, _ rest: String
  ) throws {
    let split = try TypedArgument(Argument(text), of: flag)
    #expect(split.type == type)
    #expect(split.rest == Argument(rest))
  }

  @Test(arguments: [
    "", "a.png", "image/png", "image/png=", "=a.png", "text/plain;charset=utf-8",
    "text/plain;charset=notes.txt", "a/b;c=\"open=file", "a/b;c=d/e=file", ";", "a/b;=",
  ])
  func otherWordsAreUsageWithAnExample(_ text: String) {
    let failure = #expect(throws: Failure.self) { try TypedArgument(Argument(text), of: flag) }
    #expect(failure?.status == .usage)
    #expect(failure?.message.contains("TYPE=FILE") == true)
  }
}

@Suite struct MeasureTests {
  @Test(
    arguments: [
      (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1536, "1.5 KiB"), (102_400, "100 KiB"),
      (1_048_575, "1.0 MiB"), (1_048_524, "1024 KiB"), (1 << 30, "1.0 GiB"), (.max, "16.0 EiB"),
      (123 << 20, "123 MiB"),
    ] as [(UInt64, String)])
  func bytesHaveAUnitAndFewDigits(_ count: UInt64, _ text: String) {
    #expect(Measure.bytes(count) == text)
  }

  @Test func clocksCount() {
    #expect(Measure.clock(seconds: 3) == "0:03")
    #expect(Measure.clock(seconds: 727) == "12:07")
    #expect(Measure.clock(seconds: 3723) == "1:02:03")
  }

  @Test func agesHaveOneUnit() {
    #expect([5, 65, 7300, 200_000].map(Measure.age) == ["5 s", "1 min", "2 h", "2 d"])
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000000Z"), (951_782_400_000_001, "2000-02-29T00:00:00.000001Z"),
      (1_767_323_045_000_006, "2026-01-02T03:04:05.000006Z"),
      (4_107_542_399_999_999, "2100-02-28T23:59:59.999999Z"),
    ] as [(UInt64, String)])
  func datesAreRFC3339(_ microseconds: UInt64, _ text: String) {
    #expect(Measure.date(microseconds: microseconds) == text)
  }
}
