import DBus
import DragConnection
import DragProtocol
import DragSystem
import Harness
import Testing

/// What a client learns of one dragd that comes after another.
@Suite struct OwnerTests {
  @Test func aDragdThatHasAnsweredAlreadyIsAnnouncedAfterTheEndOfTheLast() throws {
    try Shell.run(daemon: []) { shell in
      let connection = BrokerConnection(try Connection.open(address: shell.bus.address))
      let loop = try EventLoop()
      connection.attach(to: loop)
      var owners: [String?] = []
      connection.onOwnerChange = { owners.append($0) }
      try connection.followOwner()
      func waitForOwners(_ count: Int) throws {
        try eventually("news of \(count) owners") {
          loop.turn(timeout: 100)
          return owners.count == count
        }
      }
      let first = try shell.startDragd()
      try waitForOwners(1)
      first.kill()
      try waitForOwners(2)
      #expect(owners[1] == nil)
      _ = try shell.startDragd()
      // Its reply overtakes the change of its name, which this connection has not handled yet.
      _ = try connection.perform(.status())
      let second = try #require(connection.owner)
      #expect(owners.count == 2)
      try waitForOwners(3)
      #expect(owners[2] == second)
    }
  }

  @Test func aTargetThatSettledAMoveRegistersAtTheNextDragd() throws {
    try Shell.run(daemon: []) { shell in
      try shell.makeFolders()
      try shell.folder.write("from/large.bin", Sample.noise(30_000_000))
      let dragd = try shell.startDragd()
      let target = try shell.target("Inbox", "--operations", "copy,move", "-o", "to")
      let drop = try shell.start("drop", "from/large.bin", "--on", "Inbox", "--operation", "move")
      try eventually("the hidden file is there") { try !shell.files("to").isEmpty }
      dragd.kill()
      try target.waitForError("dragd ended during a drop")
      _ = try shell.startDragd()
      _ = try drop.wait()
      try target.waitForError("registered again")
      #expect(try shell.dragctl("targets").output.contains("Inbox"))
    }
  }
}
