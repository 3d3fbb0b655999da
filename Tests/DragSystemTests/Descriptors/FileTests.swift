import CLinux
import DragSystem
import Foundation
import Testing

/// A folder that goes with the test.
final class ScratchFolder {
  let path: String

  init() throws {
    var template = Array((NSTemporaryDirectory() + "dragsystem-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw Failed(call: "mkdtemp") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String, _ flags: Int32 = O_RDWR | O_CREAT, mode: mode_t = 0o600) throws
    -> OwnedFileDescriptor
  {
    let descriptor = open("\(path)/\(name)", flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Failed(call: "open \(name)") }
    return OwnedFileDescriptor(adopting: descriptor)
  }
}

/// Bytes that differ from place to place, so that a copy to the wrong offset shows.
func pattern(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 56)
  }
}

/// For `#expect`, which cannot be given a descriptor.
func holds(_ condition: () throws -> Bool) rethrows -> Bool { try condition() }

@Suite struct MemfdTests {
  @Test func aSealedMemfdCannotBeChanged() throws {
    let memory = try Memfd.create("test")
    try memory.write(all: [1, 2, 3])
    #expect(!holds { Memfd.isFullySealed(memory) })
    try Memfd.seal(memory)
    #expect(holds { Memfd.isFullySealed(memory) })
    #expect(write(memory.rawValue, "x", 1) == -1)
    #expect(ftruncate(memory.rawValue, 0) == -1)
    #expect(ftruncate(memory.rawValue, 100) == -1)
    #expect(try memory.read(upTo: 10, at: 0) == [1, 2, 3])
  }

  @Test func aMemfdThatCanStillGrowIsNotFullySealed() throws {
    let memory = try Memfd.create("test")
    #expect(fcntl(memory.rawValue, 1033, 2 | 8) == 0)
    #expect(!holds { Memfd.isFullySealed(memory) })
  }

  @Test func aRecipientCannotWriteThroughProc() throws {
    let memory = try Memfd.create("test", containing: [1, 2, 3])
    let given = try memory.reopenReadOnly()
    #expect(try given.accessMode() == .readOnly)
    #expect(write(given.rawValue, "x", 1) == -1)
    let writable = open("/proc/self/fd/\(given.rawValue)", O_RDWR | O_CLOEXEC)
    if writable >= 0 {
      #expect(write(writable, "x", 1) == -1)
      #expect(errno == EPERM)
      #expect(ftruncate(writable, 0) == -1)
      close(writable)
    }
    #expect(try memory.read(upTo: 10, at: 0) == [1, 2, 3])
  }

  @Test func everyRecipientHasAnOffsetOfItsOwn() throws {
    let memory = try Memfd.create("test", containing: [1, 2, 3])
    let one = try memory.reopenReadOnly()
    let other = try memory.reopenReadOnly()
    #expect(try one.read(upTo: 2) == [1, 2])
    #expect(try other.read(upTo: 3) == [1, 2, 3])
    #expect(try one.read(upTo: 3) == [3])
  }

  @Test func onlyMemoryCountsAsMemory() throws {
    let memory = try Memfd.create("test")
    #expect(holds { Memfd.isInMemory(memory) })
    let pipe = try Pipe()
    #expect(!holds { Memfd.isInMemory(pipe.reader) })
    #expect(!holds { Memfd.isFullySealed(pipe.reader) })
  }
}

@Suite struct FileTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func anIdentityChangesWithTheContent() throws {
    let file = try folder.file("a")
    try file.write(all: [1, 2, 3])
    let before = try FileStatus(of: file)
    #expect(before.kind == .regular)
    #expect(before.identity.size == 3)
    #expect(try FileStatus(of: file.reopenReadOnly()) == before)
    var times = [timespec(tv_sec: 5, tv_nsec: 7), timespec(tv_sec: 5, tv_nsec: 8)]
    #expect(futimens(file.rawValue, &times) == 0)
    let after = try FileStatus(of: file)
    #expect(after.identity.modified == 5_000_000_008)
    #expect(after.identity != before.identity)
    let other = try folder.file("b")
    #expect(try FileStatus(of: other).identity.inode != before.identity.inode)
  }

  @Test func kindsAreToldApart() throws {
    let pipe = try Pipe()
    #expect(try FileStatus(of: pipe.reader).kind == .fifo)
    let null = OwnedFileDescriptor(adopting: open("/dev/null", O_RDONLY | O_CLOEXEC))
    #expect(try FileStatus(of: null).kind == .characterDevice)
    let directory = OwnedFileDescriptor(adopting: open("/", O_RDONLY | O_CLOEXEC))
    #expect(try FileStatus(of: directory).kind == .directory)
    #expect(try FileStatus(of: Memfd.create("test")).kind == .regular)
  }

  @Test func accessModesAreToldApart() throws {
    #expect(try folder.file("a").accessMode() == .readWrite)
    #expect(try folder.file("a", O_RDONLY).accessMode() == .readOnly)
    #expect(try folder.file("a", O_WRONLY).accessMode() == .writeOnly)
    #expect(try folder.file("a", 0o10000000).accessMode() == .pathOnly)
  }

  @Test func anUnlinkedFileHasNoNameAndIsReadOnlyForRecipients() throws {
    let file = try UnlinkedFile.create(in: folder.path)
    try file.write(all: [1, 2, 3])
    try UnlinkedFile.makeReadOnly(file)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    var status = stat()
    #expect(fstat(file.rawValue, &status) == 0)
    #expect(status.st_nlink == 0)
    #expect(status.st_mode & 0o777 == 0o400)
    let given = try file.reopenReadOnly()
    #expect(try given.accessMode() == .readOnly)
    #expect(try given.read(upTo: 10) == [1, 2, 3])
  }

  @Test func anUnlinkedFileInAFolderThatIsNotThereSaysSo() throws {
    #expect(throws: SystemError("open", errno: ENOENT)) {
      _ = try UnlinkedFile.create(in: folder.path + "/nowhere")
    }
  }

  @Test func randomBytesDiffer() {
    #expect(Random.bytes(0) == [])
    #expect(Random.bytes(17).count == 17)
    #expect(Random.bytes(17) != Random.bytes(17))
    #expect(Random.number() != Random.number())
  }

  @Test func theLimitOfDescriptorsIsRaisedToTheHardOne() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 100
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      #expect(ProcessLimits.descriptors == 100)
      #expect(ProcessLimits.raiseDescriptors() == UInt64(limit.rlim_max))
      #expect(ProcessLimits.descriptors == UInt64(limit.rlim_max))
    }
  }
}

@Suite struct CopyTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  enum Place: CaseIterable { case memory, file }

  func make(_ place: Place, _ name: String) throws -> OwnedFileDescriptor {
    switch place {
    case .memory: try Memfd.create(name)
    case .file: try folder.file(name)
    }
  }

  @Test(arguments: Place.allCases, Place.allCases)
  func aCopyIsEqual(from: Place, to: Place) throws {
    let bytes = pattern(5_000_011)
    let source = try make(from, "source")
    try source.write(all: bytes)
    let destination = try make(to, "destination")
    #expect(
      try Copy.bytes(UInt64(bytes.count), from: source, to: destination) == UInt64(bytes.count))
    #expect(try destination.read(upTo: bytes.count + 1, at: 0) == bytes)
  }

  @Test func offsetsAreKept() throws {
    let source = try Memfd.create("source", containing: pattern(1000))
    let destination = try folder.file("destination")
    try destination.write(all: [UInt8](repeating: 9, count: 50))
    #expect(try Copy.bytes(100, from: source, at: 300, to: destination, at: 10) == 100)
    let all = try destination.read(upTo: 1000, at: 0)
    #expect(all == [UInt8](repeating: 9, count: 10) + pattern(1000)[300..<400])
  }

  @Test func aSourceThatEndsEarlyIsCopiedSoFar() throws {
    let source = try Memfd.create("source", containing: pattern(1000))
    let destination = try folder.file("destination")
    #expect(try Copy.bytes(5000, from: source, to: destination) == 1000)
  }

  @Test func aFileWithoutASizeIsReadAllTheSame() throws {
    let source = OwnedFileDescriptor(adopting: open("/proc/version", O_RDONLY | O_CLOEXEC))
    let destination = try folder.file("destination")
    let count = try Copy.bytes(10_000, from: source, to: destination)
    #expect(count > 10)
    #expect(try destination.read(upTo: 10_000, at: 0).count == Int(count))
  }

  @Test func itStopsWhenItIsTold() throws {
    let bytes = pattern(9 << 20)
    let source = try Memfd.create("source", containing: bytes)
    let destination = try Memfd.create("destination")
    let count = try Copy.bytes(UInt64(bytes.count), from: source, to: destination) { $0 == 0 }
    #expect(count > 0)
    #expect(count < bytes.count)
  }

  @Test func aFullDeviceSaysNoSpace() throws {
    let source = try Memfd.create("source", containing: pattern(1000))
    let full = OwnedFileDescriptor(adopting: open("/dev/full", O_WRONLY | O_CLOEXEC))
    let error = #expect(throws: SystemError.self) {
      try Copy.bytes(1000, from: source, to: full)
    }
    #expect(error?.isNoSpace == true)
  }
}
