import CLinux
import DBus
import DragSystem
import Foundation
import Testing

/// What happens when the process may open no more descriptors, each in a process of its own.
struct ShortageTests {
  @Test func readingADescriptorThenSaysThatItIsNobodysMistake() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let message = try anyCall()
      try message.write { writer throws(BusError) in
        try writer.append(descriptor: OwnedFileDescriptor(adopting: dup(0)))
      }
      try allowNoMoreDescriptors()
      var reader = message.read()
      do throws(DecodingFailure) {
        _ = try reader.descriptor()
      } catch {
        // The reader has not moved.
        if error.cause == .shortage, reader.type == .unixFD { exit(7) }
      }
    }
  }

  @Test func writingADescriptorThenIsNoMemory() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let message = try anyCall()
      let number = dup(0)
      try allowNoMoreDescriptors()
      do throws(BusError) {
        try message.write { writer throws(BusError) in
          try writer.append(descriptor: OwnedFileDescriptor(adopting: number))
        }
      } catch {
        if error.name == BusError.Name.noMemory { exit(7) }
      }
    }
  }
}

private func allowNoMoreDescriptors() throws {
  var limit = rlimit()
  try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  limit.rlim_cur = 0
  try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
}
