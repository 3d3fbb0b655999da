import Foundation
import Harness
import Testing

/// What dragd has and is on disk, to be compared with what it was.
struct Remains {
  /// By how much its memory may have grown, once it has had time to give back what it does not need: malloc(3) keeps
  /// pages between blocks that are in use.
  static let memoryTolerance = memory(16 << 20)

  /// So much memory. The address sanitizer keeps what was freed, to see who uses it still: with it, much more.
  static func memory(_ bytes: Int) -> Int {
    dlsym(nil, "__asan_init") == nil ? bytes : max(bytes, 1 << 30)
  }

  /// By how much its files may have grown: the log of moves is made short only when it has become long.
  static let diskTolerance = 1 << 20

  /// Its share of all memory (PSS), in bytes.
  let memory: Int
  let descriptors: Int
  /// Every file below its runtime, state and cache folders, and its size.
  let files: [String: Int]

  init(of service: Service) throws {
    memory = try service.daemon.facts.proportionalMemory()
    descriptors = try service.daemon.facts.descriptorCount()
    files = try Self.files(in: service.fixture.folder)
  }

  private static func files(in folder: TemporaryFolder) throws -> [String: Int] {
    var found: [String: Int] = [:]
    for name in ["runtime", "state", "cache"] {
      let root = folder.path(name)
      for case let path as String in FileManager.default.enumerator(atPath: root) ?? .init() {
        // One that has gone meanwhile is left out.
        let facts = try? FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")
        guard facts?[.type] as? FileAttributeType == .typeRegular else { continue }
        found["\(name)/\(path)"] = facts?[.size] as? Int ?? 0
      }
    }
    return found
  }

  private var diskBytes: Int { files.values.reduce(0, +) }

  /// Waits until there is no more than there was.
  static func expect(_ service: Service, toBeAsBefore before: Remains) throws {
    var now = before
    do {
      try eventually("…") {
        now = try Remains(of: service)
        return now.memory <= before.memory + memoryTolerance
          && now.descriptors <= before.descriptors
          && now.files.keys.allSatisfy { before.files[$0] != nil }
          && now.diskBytes <= before.diskBytes + diskTolerance
      }
    } catch {
      Issue.record("dragd had \(before) and has \(now)")
    }
  }
}
