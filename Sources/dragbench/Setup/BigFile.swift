internal import CLinux
internal import DragSystem
internal import Harness

/// Files of a given size, in the page cache and on the disk, so that the kernel does not write them back during the
/// measurement.
enum BigFile {
  static let kibibyte = 1 << 10
  static let mebibyte = 1 << 20
  static let gibibyte = 1 << 30

  static func make(_ name: String, _ size: Int, in folder: TemporaryFolder) throws -> String {
    let path = folder.path(name)
    let number = creat(path, 0o600)
    guard number >= 0 else { throw BenchFailure("cannot write \(path)") }
    let file = OwnedFileDescriptor(adopting: number)
    guard ChunkWriter.write(size, to: file), fsync(file.rawValue) == 0 else {
      throw BenchFailure("no room for \(path)")
    }
    return path
  }

  /// The name of a size.
  static func name(_ size: Int) -> String {
    switch size {
    case ..<mebibyte: "\(size >> 10) KiB"
    case ..<gibibyte: "\(size >> 20) MiB"
    default: "\(size >> 30) GiB"
    }
  }
}
