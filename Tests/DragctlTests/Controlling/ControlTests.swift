import DBus
import DragConnection
import DragModel
import Foundation
import Harness
import Testing

@testable import dragctl

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

  @Test func oneThatHasEndedDoesNotKeepTheOthersRunning() throws {
    try Shell.run { shell in
      let (_, id) = try shell.stay("--exec", "a/b=echo $DRAGCTL_TRANSFER; sleep 1000")
      let destination = try shell.start("accept", id, "-o", "-")
      let transfer = try destination.firstLine()
      let ended = String(repeating: "a", count: 26)
      let cancelled = try shell.dragctl("cancel", ended, transfer)
      #expect(cancelled.status == 3)
      #expect(cancelled.error.contains("is a party of a transfer “\(ended)”"))
      #expect(try destination.wait().status == 5)
    }
  }

  @Test func aDestinationIsFoundWhenTheSourceIsNoDragctl() throws {
    try Shell.run { shell in
      // The transfer lasts, because the file is larger than the pipes and `sleep` reads nothing.
      try shell.folder.write("big", Sample.noise(8_000_000))
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

  @Test func aTargetCancelsWhatIsOnItsWayToIt() throws {
    try Shell.run { shell in
      let target = try shell.target("Inbox", "--exec", "cat")
      let (_, id) = try shell.stay("--exec", "a/b=echo $DRAGCTL_TRANSFER > name; sleep 1000")
      let drop = try shell.start("drop", id, "--on", "Inbox")
      let transfer = try eventually("the source works") { () -> String? in
        let text = try? shell.content("name")
        return text?.hasSuffix("\n") == true ? text : nil
      }
      try shell.cancel(transfer, at: target)
      let result = try drop.wait()
      #expect(result.status == 5)
      #expect(result.error.contains("changed my mind"), "\(result.error)")
      #expect(target.isRunning)
    }
  }

  @Test func aTargetEndsTheCommandThatHasWhatIsCancelled() throws {
    try Shell.run { shell in
      let target = try shell.target("Inbox", "--exec", "echo $$ > pid; cat; sleep 1000")
      let (_, id) = try shell.stay("--exec", "a/b=echo $DRAGCTL_TRANSFER")
      let drop = try shell.start("drop", id, "--on", "Inbox")
      try shell.cancel(try target.firstLine(), at: target)
      let result = try drop.wait()
      #expect(result.status == 5)
      #expect(result.error.contains("cancelled: changed my mind"), "\(result.error)")
      try shell.waitForEnd(try shell.content("pid"))
      #expect(target.isRunning)
    }
  }

  @Test func onlyTheSourceCanEndItsOffer() throws {
    try Shell.run { shell in
      // This source is no dragctl: it answers nothing and stays.
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

extension Shell {
  /// Makes one dragctl cancel a transfer, by its name on the bus, without the other side.
  fileprivate func cancel(_ transfer: String, at program: Program) throws {
    let name = try waitForAnswer(from: program)
    let connection = try Connection.open(address: bus.address)
    defer { connection.close() }
    let id = transfer.trimmingCharacters(in: .newlines)
    try eventually("the transfer has come to it") {
      let call = try Message.call(
        to: ControlObject.name(for: name), path: ControlObject.path,
        interface: ControlObject.interface, member: ControlObject.cancel)
      try call.write { writer throws(BusError) in
        try writer.appendPath("/org/dragd/Broker1/transfer/\(id)")
        try writer.append("changed my mind")
      }
      return (try? connection.callAndWait(call, timeout: 25_000)) != nil
    }
  }
}
