import DBus
import DragConnection
import DragModel
import Foundation
import Harness
import Testing

@Suite struct ControlTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func whatLingersCanBeWithdrawn(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let ids = try (0..<3).map { try shell.offer("--text", "\($0)") }
      #expect(try shell.dragctl("withdraw", ids[0], String(ids[1].prefix(12))).exit == .success)
      #expect(try shell.dragctl("list", "-q").output == "\(ids[2])\n")
      let again = try shell.dragctl("withdraw", ids[0], ids[2])
      #expect(again.status == 3)
      #expect(again.error.contains(ids[0]))
      #expect(try shell.dragctl("list", "-q").output == "")
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aRunningDragctlWithdrawsItsOffer(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let (source, id) = try shell.stay("--exec", "a/b=echo")
      #expect(try shell.dragctl("withdraw", id).exit == .success)
      #expect(try source.wait().exit == .success)
      #expect(try shell.dragctl("accept", id).status == 3)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func eitherDragctlCancelsItsTransfer(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let (source, id) = try shell.stay("--exec", "a/b=echo $DRAGCTL_TRANSFER; sleep 1000")
      let destination = try shell.start("accept", id, "-o", "-")
      let transfer = try destination.firstLine()
      let cancelled = try shell.dragctl("cancel", transfer, "--reason", "changed my mind")
      #expect(cancelled.exit == .success)
      let result = try destination.wait()
      #expect(result.status == 5)
      #expect(result.error.contains("changed my mind"))
      try source.waitForError("changed my mind")
      #expect(try shell.dragctl("cancel", transfer).status == 3)
    }
  }

  @Test func aDestinationIsFoundWhenTheSourceIsNoDragctl() throws {
    try Shell.run { shell in
      // The file is larger than the pipes, and nobody reads: the transfer lasts.
      try shell.folder.write("big", noise(8_000_000))
      let id = try shell.offer("big")
      let watch = try shell.start("watch", "--json")
      try watch.waitForOutput(id)
      let destination = try shell.fixture.start(
        "/bin/bash", ["-c", "\(Built.dragctl) accept \(id) | sleep 1000"], on: shell.bus)
      let started = try watch.waitForOutput("\"running\"")
      let transfer = try #require(
        started.firstMatch(of: /"event":"transfer","id":"([a-z2-7]+)"/)?.1)
      try eventually("dragctl can be reached") {
        try shell.dragctl("cancel", String(transfer.prefix(9))).exit == .success
      }
      try destination.waitForError("cancelled with dragctl")
    }
  }

  @Test func onlyTheSourceCanEndItsOffer() throws {
    try Shell.run { shell in
      // A source that is no dragctl: it says nothing and stays.
      let source = BrokerConnection(try Connection.open(address: shell.bus.address))
      let content = Representation<SourceContent>(
        type: .utf8Text, content: .data(Array("from elsewhere".utf8)))
      let id = try source.perform(
        .offer([SourceItem(attributes: ItemAttributes(), representations: [content])], .init())
      ).description
      let refused = try shell.dragctl("withdraw", id)
      #expect(refused.status == 6)
      #expect(refused.error.contains("alone can withdraw it"))
      #expect(try shell.dragctl("accept", id).output == "from elsewhere")
      source.bus.close()
      try eventually("the source is known to have left") {
        try shell.dragctl("withdraw", id).exit == .success
      }
    }
  }

  @Test func aTransferThatNoDragctlKnowsIsNobodysToCancel() throws {
    try Shell.run { shell in
      let result = try shell.dragctl("cancel", String(repeating: "a", count: 26))
      #expect(result.status == 3)
      #expect(result.error.contains("no running dragctl is a party"))
    }
  }
}
