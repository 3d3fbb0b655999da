import Foundation
import Harness
import Testing

/// The memory, descriptors and files of dragd, to be compared with an earlier measurement.
struct Remains {
  /// How much its memory may have grown once dragd has released what it does not need: malloc(3) keeps pages between
  /// blocks that are in use.
  static let memoryTolerance = memory(16 << 20)

  /// An amount of memory. The address sanitizer keeps freed memory to detect later uses, so it needs much more.
  static func memory(_ bytes: Int) -> Int {
    dlsym(nil, "__asan_init") == nil ? bytes : max(bytes, 1 << 30)
  }

  /// How much its files may have grown: dragd compacts the log of moves only when the log has become long.
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
        // A file that was removed meanwhile is left out.
        let facts = try? FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")
        guard facts?[.type] as? FileAttributeType == .typeRegular else { continue }
        found["\(name)/\(path)"] = facts?[.size] as? Int ?? 0
      }
    }
    return found
  }

  private var diskBytes: Int { files.values.reduce(0, +) }

  /// Waits until dragd has no more than before.
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
