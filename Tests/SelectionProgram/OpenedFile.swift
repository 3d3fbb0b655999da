import CLinux
import DragSystem

/// Files and FIFOs by their paths. A FIFO has its other end open already: opening never waits.
enum OpenedFile {
  static func forReading(_ path: String) throws(SystemError) -> OwnedFileDescriptor {
    try open(path, O_RDONLY)
  }

  static func forWriting(_ path: String) throws(SystemError) -> OwnedFileDescriptor {
    try open(path, O_WRONLY | O_CREAT | O_TRUNC)
  }

  static func size(of file: borrowing OwnedFileDescriptor) throws(SystemError) -> UInt64 {
    try FileStatus(of: file).size
  }

  private static func open(_ path: String, _ flags: Int32) throws(SystemError)
    -> OwnedFileDescriptor
  {
    let descriptor = linux_open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .last("open \(path)") }
    return OwnedFileDescriptor(adopting: descriptor)
  }
}
