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
