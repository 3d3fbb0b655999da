import BoardModel
import Testing

@Suite struct ShortNamesTests {
  private static let long = "Prepare the quarterly report of the harbour office"

  @Test(arguments: [
    (["Pack", "To Do"], ["Pack", "To Do"]),
    ([long, "In Progress"], ["Prepare the quarterly report…", "In Progress"]),
    (["Pack", long], ["Pack", "Prepare the quarterly report of the…"]),
    ([long, long], ["Prepare the quarter…", "Prepare the quarter…"]),
  ])
  func `two names have room together`(names: [String], short: [String]) {
    #expect(ShortNames.of(names[0], names[1], room: 40) == short)
  }

  @Test func `in a narrow window they have less room`() {
    #expect(
      ShortNames.of(Self.long, "In Progress", room: 26) == ["Prepare the qu…", "In Progress"])
    #expect(ShortNames.of(Self.long, "In Progress", room: 8) == ["Pre…", "In…"])
  }

  @Test func `of three names the short ones stay whole`() {
    #expect(
      ShortNames.of(Self.long, "Done", "Home", room: 40) == [
        "Prepare the quarterly report of…", "Done", "Home",
      ])
  }
}
