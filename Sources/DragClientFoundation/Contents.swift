public import DragClient
public import Foundation

// `Data` is a collection of bytes: `ItemProvider.register(_:bytes:visibility:)` and `RepresentationWriter.write(_:)` of
// DragClient take it as it is.

extension Data: RepresentationReading {
  /// Any type.
  public static var readableTypes: [String] { ["*/*"] }

  /// The bytes as they are.
  public init(representation bytes: [UInt8], type: String) {
    self.init(bytes)
  }
}

extension Data: DragTransferable {
  /// Bytes of no known type, which dragd holds; any type can be loaded.
  public static var transferRepresentations: [TransferRepresentation<Data>] {
    [.held("application/octet-stream") { $0 }, .data("*/*", importing: { Data($0) })]
  }
}

extension TransferRepresentation where Value: Codable {
  /// A value as JSON.
  ///
  /// - Parameters:
  ///   - type: a MIME type of the program's own, such as `application/vnd.example.note+json`.
  ///   - encoder: how it is encoded.
  ///   - decoder: how it is decoded.
  public static func codable(
    _ type: String, encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder()
  ) -> Self {
    .data(type) { value in
      try encoder.encode(value)
    } importing: { bytes in
      try decoder.decode(Value.self, from: Data(bytes))
    }
  }
}

extension TransferRepresentation {
  /// A regular file, like ``DragClient/TransferRepresentation/file(_:exporting:importing:)``.
  ///
  /// - Parameters:
  ///   - type: a MIME type.
  ///   - exporting: returns the URL of a file with the value, which stays as it is until the transfer has ended.
  ///   - importing: reads a value from the content.
  public static func file(
    _ type: String, exporting: @escaping @Sendable (Value) async throws -> URL,
    importing: @escaping @Sendable (LoadedRepresentation) async throws -> Value
  ) -> Self {
    .file(type) { value in
      try path(of: try await exporting(value))
    } importing: { content in
      try await importing(content)
    }
  }
}

extension LoadedRepresentation {
  /// The content, in memory.
  ///
  /// - Throws: as ``DragClient/LoadedRepresentation/bytes()``.
  public func data() async throws(DragError) -> Data {
    Data(try await bytes())
  }

  /// The content as a file that is open for reading, from its beginning on.
  ///
  /// - Throws: as ``DragClient/LoadedRepresentation/descriptor()``.
  public func fileHandle() async throws(DragError) -> FileHandle {
    let descriptor = try await descriptor()
    return FileHandle(fileDescriptor: descriptor.release(), closeOnDealloc: true)
  }
}

extension OfferedItem {
  /// Loads the item into memory, and returns it only when it is complete.
  ///
  /// - Parameters:
  ///   - types: patterns, best first; empty for the source's best.
  ///   - options: how long to wait.
  /// - Throws: as ``DragClient/OfferedItem/bytes(_:options:)``.
  public func data(
    _ types: [String] = [], options: LoadingOptions = LoadingOptions()
  ) async throws(DragError) -> Data {
    Data(try await bytes(types, options: options))
  }
}
