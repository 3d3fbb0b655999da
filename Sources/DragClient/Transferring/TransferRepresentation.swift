/// One way to express a value, for ``DragTransferable``: how it is exported, how it is imported, or both.
///
/// A closure that throws fails only this transfer; what other programs read then is the message of a ``DragError``, and
/// nothing of any other error.
public struct TransferRepresentation<Value: Sendable>: Sendable {
  struct Export: Sendable {
    let type: String
    var visibility = ItemProvider.Visibility.all
    let content: Content
  }

  enum Content: Sendable {
    /// dragd holds it.
    case held(@Sendable (Value) -> [UInt8])
    case lazy(@Sendable (Value, RepresentationWriter) async throws -> Void)
  }

  struct Import: Sendable {
    /// A pattern.
    let type: String
    let read: @Sendable (LoadedRepresentation) async throws -> Value
  }

  private(set) var exports: [Export] = []
  private(set) var imports: [Import] = []

  private init(exports: [Export] = [], imports: [Import] = []) {
    self.exports = exports
    self.imports = imports
  }

  /// The same, for some programs only.
  public func visible(to visibility: ItemProvider.Visibility) -> Self {
    var copy = self
    for index in copy.exports.indices { copy.exports[index].visibility = visibility }
    return copy
  }
}

// Data

extension TransferRepresentation {
  /// Bytes that are made when a destination loads them.
  ///
  /// - Parameters:
  ///   - type: a MIME type.
  ///   - exporting: makes the bytes of a value: an array, a slice of one, `Data`. Its task is cancelled when the
  ///     destination no longer wants them.
  ///   - importing: reads a value from all bytes.
  public static func data<Bytes: Collection<UInt8> & Sendable>(
    _ type: String, exporting: @escaping @Sendable (Value) async throws -> Bytes,
    importing: @escaping @Sendable ([UInt8]) async throws -> Value
  ) -> Self {
    Self(
      exports: data(type, exporting: exporting).exports,
      imports: data(type, importing: importing).imports)
  }

  /// Bytes that are made when a destination loads them, and are never imported.
  public static func data<Bytes: Collection<UInt8> & Sendable>(
    _ type: String, exporting: @escaping @Sendable (Value) async throws -> Bytes
  ) -> Self {
    writing(type) { value, writer in try await writer.write(try await exporting(value)) }
  }

  /// Bytes that are only imported.
  ///
  /// - Parameters:
  ///   - type: a MIME type, or a pattern such as `image/*`.
  ///   - importing: reads a value from all bytes.
  public static func data(
    _ type: String, importing: @escaping @Sendable ([UInt8]) async throws -> Value
  ) -> Self {
    file(type) { try await importing(try await $0.bytes()) }
  }

  /// Bytes that are made when the value is offered, and that dragd holds even after this program has ended. For what is
  /// small, or exists already.
  ///
  /// - Parameters:
  ///   - type: a MIME type.
  ///   - exporting: makes the bytes of a value.
  public static func held<Bytes: Collection<UInt8> & Sendable>(
    _ type: String, exporting: @escaping @Sendable (Value) -> Bytes
  ) -> Self {
    Self(exports: [Export(type: type, content: .held { Array(exporting($0)) })])
  }

  /// Content that is written piece by piece when a destination loads it.
  ///
  /// - Parameters:
  ///   - type: a MIME type.
  ///   - exporting: writes a value.
  public static func writing(
    _ type: String,
    exporting: @escaping @Sendable (Value, RepresentationWriter) async throws -> Void
  ) -> Self {
    Self(exports: [Export(type: type, content: .lazy(exporting))])
  }
}

// Files

extension TransferRepresentation {
  /// A regular file.
  ///
  /// - Parameters:
  ///   - type: a MIME type.
  ///   - exporting: returns the path of a file with the value, which stays as it is until the transfer has ended.
  ///   - importing: reads a value from the content, without copying it into memory where it saves it or reads its
  ///     descriptor.
  public static func file(
    _ type: String, exporting: @escaping @Sendable (Value) async throws -> String,
    importing: @escaping @Sendable (LoadedRepresentation) async throws -> Value
  ) -> Self {
    Self(
      exports: file(type, exporting: exporting).exports,
      imports: file(type, importing: importing).imports)
  }

  /// A regular file that is never imported.
  public static func file(
    _ type: String, exporting: @escaping @Sendable (Value) async throws -> String
  ) -> Self {
    writing(type) { value, writer in
      try await writer.write(contentsOf: try await exporting(value))
    }
  }

  /// Content that is only imported, see ``file(_:exporting:importing:)``.
  ///
  /// - Parameters:
  ///   - type: a MIME type, or a pattern such as `image/*`.
  ///   - importing: reads a value.
  public static func file(
    _ type: String, importing: @escaping @Sendable (LoadedRepresentation) async throws -> Value
  ) -> Self {
    Self(imports: [Import(type: type, read: importing)])
  }
}

// Other values

extension TransferRepresentation {
  /// All representations of another value that stands for this one, such as the title of a picture.
  ///
  /// - Parameters:
  ///   - exporting: makes the other value.
  ///   - importing: makes a value of the other one.
  public static func proxy<Proxy: DragTransferable>(
    exporting: @escaping @Sendable (Value) async throws -> Proxy,
    importing: @escaping @Sendable (Proxy) async throws -> Value
  ) -> Self {
    Self(
      exports: proxy(exporting: exporting).exports, imports: proxy(importing: importing).imports)
  }

  /// All representations of another value, which are never imported.
  public static func proxy<Proxy: DragTransferable>(
    exporting: @escaping @Sendable (Value) async throws -> Proxy
  ) -> Self {
    Self(
      exports: Proxy.transferRepresentations.flatMap(\.exports).map { export in
        TransferRepresentation.Export(
          type: export.type, visibility: export.visibility,
          content: .lazy { value, writer in
            try await export.write(try await exporting(value), to: writer)
          })
      })
  }

  /// All representations of another value, which are only imported.
  public static func proxy<Proxy: DragTransferable>(
    importing: @escaping @Sendable (Proxy) async throws -> Value
  ) -> Self {
    Self(
      imports: Proxy.transferRepresentations.flatMap(\.imports).map { from in
        TransferRepresentation.Import(type: from.type) { content in
          try await importing(try await from.read(content))
        }
      })
  }
}

extension TransferRepresentation.Export {
  fileprivate func write(_ value: Value, to writer: RepresentationWriter) async throws {
    switch content {
    case .held(let bytes): try await writer.write(bytes(value))
    case .lazy(let write): try await write(value, writer)
    }
  }
}
