internal import DragProtocol
internal import DragSystem

/// The content that files have now, for a copy that outlives a change of them.
///
/// Small files are copied into memory. Of larger ones the file system shares the blocks, where it can: then a snapshot
/// costs neither time nor room. Where it cannot, the file itself stands for its content, and no program gets another
/// one than it had.
final class FileSnapshots {
  /// Bytes of all copies together.
  private var room: UInt64 = 64 << 20

  func take(of file: SharedDescriptor) throws(SystemError) -> SharedDescriptor {
    let size = try FileStatus(of: file.descriptor).size
    guard size <= room else { return try clone(of: file) ?? file }
    let memory = try Memfd.create("dragctl")
    try Copy.bytes(size, from: file.descriptor, to: memory)
    try Memfd.seal(memory)
    room -= size
    return SharedDescriptor(memory)
  }

  private func clone(of file: SharedDescriptor) throws(SystemError) -> SharedDescriptor? {
    guard let folder = try? SpoolFolder.ready(),
      let copy = try UnlinkedFile.clone(of: file.descriptor, in: folder)
    else { return nil }
    return SharedDescriptor(copy)
  }
}
