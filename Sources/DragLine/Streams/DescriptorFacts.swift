internal import DragSystem

/// What a descriptor of a message is. Found out by a worker: the file may be on a dead mount.
struct DescriptorFacts: Sendable {
  let kind: LineStream.Kind
  /// Of a file: what it is now.
  let file: FileIdentity?
  /// Why it cannot pass; nil where it can.
  let refusal: String?

  /// In bytes; 0 for a pipe.
  var size: UInt64 { file?.size ?? 0 }

  static let nothing = DescriptorFacts(.nothing)

  private init(_ kind: LineStream.Kind, file: FileIdentity? = nil, refusal: String? = nil) {
    self.kind = kind
    self.file = file
    self.refusal = refusal
  }

  init(of descriptor: borrowing OwnedFileDescriptor) {
    do throws(SystemError) {
      let status = try FileStatus(of: descriptor)
      let mode = try descriptor.accessMode()
      switch (status.kind, mode) {
      case (.regular, .readOnly), (.regular, .readWrite):
        let isMemfd = status.isUnnamed && Memfd.isInMemory(descriptor)
        self.init(isMemfd ? .memory : .content, file: status.identity)
      case (.fifo, .readOnly), (.fifo, .writeOnly):
        // This process alone uses it from now on.
        try descriptor.setNonBlocking()
        self.init(mode == .readOnly ? .reader : .writer)
      default:
        self.init(
          .nothing, refusal: "only files and pipes pass to another machine, and this is neither")
      }
    } catch {
      self.init(.nothing, refusal: error.reason)
    }
  }
}
