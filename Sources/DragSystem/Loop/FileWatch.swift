internal import CLinux

/// Tells when the file of a path may have another content: it was written, replaced, created or removed, it or a folder
/// on the way to it. Neither has to exist (inotify(7)).
package final class FileWatch {
  private let path: String
  private let descriptor: OwnedFileDescriptor
  private let changed: () -> Void
  private var watch: Watch?
  /// The file, and the nearest folder on the way to it that exists.
  private var watched: [Int32] = []

  /// - Parameters:
  ///   - path: an absolute path.
  ///   - changed: called on the loop.
  package init(
    _ path: String, on loop: EventLoop, changed: @escaping () -> Void
  ) throws(SystemError) {
    self.path = path
    self.changed = changed
    let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard number >= 0 else { throw .last("inotify_init1") }
    descriptor = OwnedFileDescriptor(adopting: number)
    watch = try loop.watch(descriptor, for: .readable) { [unowned self] _ in
      drain()
      arm()
      self.changed()
    }
    arm()
  }

  private static let ofFile = UInt32(IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
  private static let ofFolder =
    UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF | IN_DELETE_SELF)
    | UInt32(IN_ONLYDIR)

  /// Watches anew what is there now. The caller reads the file after that, so that no change is missed.
  private func arm() {
    let former = watched
    watched = []
    add(path, Self.ofFile)
    var folder = path
    while let slash = folder.lastIndex(of: "/") {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
      if add(folder, Self.ofFolder) || folder == "/" { break }
    }
    for number in former where !watched.contains(number) {
      inotify_rm_watch(descriptor.rawValue, number)
    }
  }

  /// The same file has the same number again.
  @discardableResult
  private func add(_ path: String, _ events: UInt32) -> Bool {
    let number = inotify_add_watch(descriptor.rawValue, path, events)
    guard number >= 0 else { return false }
    watched.append(number)
    return true
  }

  private func drain() {
    // Which change it was does not matter: the caller reads the file.
    while let bytes = try? descriptor.read(upTo: 4_096), !bytes.isEmpty {}
  }
}
