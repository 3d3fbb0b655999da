internal import CLinux

/// Files on a disk without a name; the kernel removes such a file with its last descriptor.
package enum UnlinkedFile {
  /// Creates an empty one, open for reading and writing, for its user only.
  package static func create(in folder: String) throws(SystemError) -> OwnedFileDescriptor {
    do throws(SystemError) {
      return try .open(folder, O_TMPFILE | O_RDWR, mode: 0o600)
    } catch {
      // Old kernels return EISDIR, file systems without O_TMPFILE EOPNOTSUPP, FUSE also EINVAL.
      guard error.errno == EISDIR || error.errno == EOPNOTSUPP || error.errno == EINVAL else {
        throw error
      }
      return try createAndUnlink(in: folder)
    }
  }

  /// A file with the content that another one has now, without a copy of its blocks; later writes do not reach it. Nil
  /// where the file system cannot share blocks, or the folder is on another one.
  package static func clone(
    of source: borrowing OwnedFileDescriptor, in folder: String
  ) throws(SystemError) -> OwnedFileDescriptor? {
    let copy = try create(in: folder)
    guard linux_clone_file(copy.rawValue, source.rawValue) == 0 else { return nil }
    return copy
  }

  private static func createAndUnlink(
    in folder: String
  ) throws(SystemError) -> OwnedFileDescriptor {
    while true {
      let path = "\(folder)/.dragd-\(String(Random.number(), radix: 36))"
      do throws(SystemError) {
        let descriptor = try OwnedFileDescriptor.open(
          path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        guard unlink(path) == 0 else { throw .last("unlink") }
        return descriptor
      } catch {
        guard error.errno == EEXIST else { throw error }
      }
    }
  }

  /// Removes the write permission, so that a process with a read-only descriptor cannot reopen the file for writing.
  /// Open descriptors keep their mode.
  package static func makeReadOnly(_ descriptor: borrowing OwnedFileDescriptor) throws(SystemError)
  {
    guard fchmod(descriptor.rawValue, 0o400) == 0 else { throw .last("fchmod") }
  }
}
