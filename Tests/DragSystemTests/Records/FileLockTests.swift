import CLinux
import DragSystem
import Foundation
import Harness
import Testing

@Suite struct FileLockTests {
  private func withPath(_ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder("lock")
    defer { folder.remove() }
    try body(folder.path("lock"))
  }

  @Test func oneWaitsForTheOther() throws {
    try withPath { path in
      let (a, b) = (try FileLock(path: path), try FileLock(path: path))
      let order = Collected<String>()
      try a.lock()
      let thread = Thread {
        do throws(SystemError) {
          try b.lock()
          order.append("b")
          b.unlock()
        } catch {
          order.append("\(error)")
        }
      }
      thread.start()
      order.append("a")
      a.unlock()
      try eventually { order.count == 2 }
      #expect(order.all == ["a", "b"])
    }
  }

  @Test func whoeverLivesIsSeenByOthersUntilHeGoes() throws {
    try withPath { path in
      let (a, b) = (try FileLock(path: path), try FileLock(path: path))
      let numbers = (0..<100).map { _ in FileLock.newNumber() }
      do {
        let c = try FileLock(path: path)
        for number in numbers { try c.live(as: number) }
        try a.live(as: 0)
        try a.live(as: 1 << 62 - 1)
        for lock in [a, b] { #expect(numbers.allSatisfy(lock.isAlive)) }
        #expect(b.isAlive(0))
        #expect(b.isAlive(1 << 62 - 1))
        #expect(!b.isAlive(7))
        // Being alive is no lock on the file.
        try b.lock()
        b.unlock()
        withExtendedLifetime(c) {}
      }
      // A process that is just being started elsewhere has the file until its program runs.
      try eventually("they are gone") { !numbers.contains(where: a.isAlive) }
      #expect(b.isAlive(0))
    }
  }

  @Test func aLockFileThatWasRemovedOrReplacedDoesNotLock() throws {
    try withPath { path in
      let lock = try FileLock(path: path)
      unlink(path)
      #expect(throws: SystemError.self) { try lock.lock() }
      let other = try FileLock(path: path)
      #expect(throws: SystemError.self) { try lock.lock() }
      try other.lock()
      other.unlock()
    }
  }

  @Test func theFileIsItsOwnersAndNoProgramInheritsIt() throws {
    try withPath { path in
      let lock = try FileLock(path: path)
      var status = stat()
      stat(path, &status)
      #expect(status.st_mode & 0o777 == 0o600)
      let inherited = try Program.run("/bin/ls", ["-l", "/proc/self/fd"])
      #expect(!inherited.output.contains(path))
      withExtendedLifetime(lock) {}
    }
  }
}
