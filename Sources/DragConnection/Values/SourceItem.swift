package import DragModel
package import DragProtocol
package import DragSystem

/// The content of a representation, as its source provides it.
package enum SourceContent: Sendable {
  /// At most 1 MiB.
  case data([UInt8])
  /// A regular file or memfd, open for reading.
  case file(SharedDescriptor)
  /// Made by the source when a destination accepts it; the size is a promise.
  case lazy(size: UInt64?)

  package var isLazy: Bool {
    switch self {
    case .lazy: true
    case .data, .file: false
    }
  }
}

/// An item as its source provides it.
package typealias SourceItem = Item<SourceContent>

/// Items as a message carries them, with their descriptors.
struct SentItems {
  private(set) var items: [Item<SentContent>] = []
  private(set) var descriptors: [SharedDescriptor] = []

  init(_ source: [SourceItem]) {
    for item in source {
      let representations = item.representations.map { representation in
        Representation(
          type: representation.type, visibility: representation.visibility,
          content: content(representation.content))
      }
      items.append(Item(attributes: item.attributes, representations: representations))
    }
  }

  private mutating func content(_ content: SourceContent) -> SentContent {
    switch content {
    case .data(let bytes): return .bytes(bytes)
    case .lazy(let size): return .lazy(size: size)
    case .file(let file):
      descriptors.append(file)
      return .descriptor(descriptors.count - 1)
    }
  }
}

extension FileAttributes {
  /// The attributes of a file of this machine. A time before 1970 has no place in them.
  ///
  /// - Parameter name: its name, which counts where it is no UTF-8.
  package init(_ status: FileStatus, name: [UInt8]?) {
    self.init(
      mode: status.mode, modified: UInt64(exactly: status.modified),
      name: name.flatMap { String(validating: $0, as: UTF8.self) == nil ? $0 : nil })
  }

  /// The attributes for a file that this program saves.
  ///
  /// - Parameters:
  ///   - isExecutable: whether the saved file stays executable: only where the user asks for it, or moves the file. Any
  ///     program can offer a copy.
  ///   - denied: the bits that this process denies to every new file.
  package func saved(isExecutable: Bool, denied: UInt32) -> FileAttributes {
    let allowed: UInt32 = isExecutable ? 0o777 : 0o666
    return FileAttributes(
      mode: mode.map { $0 & allowed & ~denied }, modified: modified, name: name)
  }

  /// Sets them on a file. Ignores the refusal of a file system that has no such attributes: the content matters more.
  ///
  /// - Returns: false if the file system does not have the time, and has taken another one.
  @discardableResult package func set(on file: borrowing OwnedFileDescriptor) -> Bool {
    if let mode { try? file.setMode(mode) }
    guard let modified else { return true }
    let moment = Int64(clamping: modified)
    try? file.setModified(moment)
    // Every file system has the times until 2038.
    guard moment / 1_000_000 >= 1 << 31, let status = try? FileStatus(of: file) else { return true }
    return abs(status.modified - moment) < 2_000_000
  }
}
