import DBus
import DragConnection
import DragModel
import DragProtocol
import Harness
import Testing

@Suite struct WithdrawAllTests {
  @Test func itTakesBackWhatItMayAndNamesTheRest() throws {
    try Shell.run { shell in
      let lingering = try shell.offer("--text", "x")
      let (listed, _) = try shell.stay("--exec", "a/b=echo")
      let (hidden, secret) = try shell.stay("--exec", "a/b=echo", "--private")
      let other = BrokerConnection(try Connection.open(address: shell.bus.address))
      var options = OfferOptions()
      options.label = "of another"
      let item = SourceItem(
        attributes: ItemAttributes(),
        representations: [Representation(type: MIMEType("a/b"), content: .data([1]))])
      let foreign = try other.publish([item], options, timeout: 20_000)

      let result = try shell.dragctl("withdraw", "--all")
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.error.contains("left: offer \(foreign) “of another”"))
      #expect(!result.error.contains(lingering))
      let ends = [try listed.wait().exit, try hidden.wait().exit]
      #expect(ends == [.success, .success])
      let accepted = try shell.dragctl("accept", secret)
      #expect(accepted.status == 3)
      let left = try shell.dragctl("list", "-q").output
      #expect(left == "\(foreign)\n")
      other.bus.close()
    }
  }

  @Test func itIsAllOrNamedOffers() throws {
    try Shell.run { shell in
      let unnamed = try shell.dragctl("withdraw")
      #expect(unnamed.status == 2)
      let both = try shell.dragctl("withdraw", "--all", "abc")
      #expect(both.status == 2)
      let nothing = try shell.dragctl("withdraw", "--all")
      #expect(nothing.exit == .success)
    }
  }
}
