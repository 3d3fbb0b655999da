internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
internal import Translations

/// Unpacks the complete archive of a dropped folder, on a worker.
struct FolderUnpacking {
  let archive: SharedDescriptor
  let place: OutputPlace
  let name: [UInt8]
  let preservation: Preservation
  let rules: TreeRules
  let work: StoppableWork

  private static let piece = 256 << 10

  /// Stores the folder; when the work is stopped, nothing is left of it.
  func run() throws(Failure) -> DroppedFile.Kept {
    guard work.start() else { throw Self.stopped }
    defer { work.end() }
    return try unpack()
  }

  private func unpack() throws(Failure) -> DroppedFile.Kept {
    var folder = try NewFolder(place, suggestion: name, preservation, rules)
    var offset: UInt64 = 0
    while true {
      guard work.goesOn else { throw Self.stopped }
      let bytes = try mapError { () throws(SystemError) in
        try archive.descriptor.read(upTo: Self.piece, at: offset)
      } to: {
        Failure(.incomplete, $0.reason)
      }
      if bytes.isEmpty { break }
      offset += UInt64(bytes.count)
      try folder.write(bytes)
    }
    try folder.finish()
    // Many links and folders take long to finish. Whoever stops the work from here on learns that it is too late.
    guard work.keep() else { throw Self.stopped }
    return DroppedFile.Kept(
      path: try folder.commit(avoiding: UsedNames()), size: offset,
      words: translated("copied here"), notes: folder.notes)
  }

  private static let stopped = Failure(.incomplete, translated("cancelled"))
}
