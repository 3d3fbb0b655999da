import CLinux
import DragSystem
import Harness
import Testing

@Suite struct JournalTests {
  private func records(_ contents: [[UInt8]]) -> JournalRecords {
    var records = JournalRecords()
    for content in contents { records.append(content) }
    return records
  }

  @Test func whatWasAppendedIsReadInItsOrder() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let place = try Folder(path: Array(folder.path.utf8))
    #expect(try Journal.read("j", in: place) == nil)
    var journal = try Journal(creating: "j", in: place)
    let contents: [[UInt8]] = [[], [1], Array(repeating: 7, count: 100_000), [2, 3]]
    try journal.append(records(Array(contents[..<2])))
    try journal.append(records(Array(contents[2...])))
    let content = try #require(try Journal.read("j", in: place))
    #expect(content.records.map { Array($0) } == contents)
    #expect(content.damage == 0)
    #expect(journal.size == 100_003 + 4 * 16)
    journal.shorten(to: 16)
    try journal.append(records([[9]]))
    #expect(try #require(try Journal.read("j", in: place)).records.map { Array($0) } == [[], [9]])
    _ = try Journal(creating: "j", in: place)
    #expect(try #require(try Journal.read("j", in: place)).records.isEmpty)
  }

  @Test func noSymbolicLinkIsFollowed() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("target", text: "precious")
    #expect(symlink(folder.path("target"), folder.path("j")) == 0)
    let place = try Folder(path: Array(folder.path.utf8))
    #expect(throws: SystemError("open", errno: ELOOP)) { _ = try Journal(creating: "j", in: place) }
    #expect(throws: SystemError("open", errno: ELOOP)) { _ = try Journal.read("j", in: place) }
  }
}
