internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Leaves out the newline that what came from standard input ends with.
enum TrailingNewline {
  static func removed(from items: [SourceItem], _ plan: OfferPlan) throws(Failure) -> [SourceItem] {
    var items = items
    for (index, planned) in plan.items.enumerated() {
      for (number, piece) in planned.pieces.enumerated() where piece.readsInput {
        let content = items[index].representations[number].content
        do throws(SystemError) {
          items[index].representations[number].content = try removed(from: content)
        } catch {
          throw Failure(.other, "standard input: \(error.reason)")
        }
      }
    }
    return items
  }

  private static let newline = UInt8(ascii: "\n")

  private static func removed(from content: SourceContent) throws(SystemError) -> SourceContent {
    switch content {
    case .lazy: return content
    case .data(let bytes): return bytes.last == newline ? .data(Array(bytes.dropLast())) : content
    case .file(let file):
      let size = try FileStatus.of(file.descriptor).size
      guard size > 0, try file.descriptor.read(upTo: 1, at: size - 1) == [newline] else {
        return content
      }
      let memory = try Memfd.create("dragctl")
      try Copy.bytes(size - 1, from: file.descriptor, to: memory)
      try Memfd.seal(memory)
      return .file(SharedDescriptor(memory))
    }
  }
}
