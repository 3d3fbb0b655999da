internal import DragProtocol

/// One thing to offer, in as many representations as its source can make.
///
/// Register the representations from the highest fidelity to the lowest: a destination without a preference gets the
/// first.
///
/// ```swift
/// var picture = ItemProvider(suggestedName: "map.png")
/// picture.register("image/png", file: "/usr/share/maps/map.png")
/// picture.register("text/plain;charset=utf-8", bytes: Array("A map".utf8))
/// picture.register("image/tiff") { writer in
///   for strip in try await render() { try await writer.write(strip) }
/// }
/// ```
///
/// A provider is a value: a later registration does not change an offer.
public struct ItemProvider: Sendable {
  /// A suggested file name: one path component, at most 255 bytes; nil for none.
  public var suggestedName: String?
  /// The source's own id of the item, at most 1,024 bytes; opaque to other programs. Required, and unique in the offer,
  /// where moves are allowed.
  public var key: String?
  /// The object itself, for a destination that uses the same ``DragClient``: ``OfferedItem/value(as:options:)`` returns
  /// it without encoding and decoding it. dragd and other programs never see it.
  public var localObject: (any Sendable)?
  /// The registered representations, from the highest fidelity to the lowest.
  public private(set) var representations: [Representation] = []

  /// A provider without representations.
  public init(suggestedName: String? = nil, key: String? = nil) {
    self.suggestedName = suggestedName
    self.key = key
  }

  /// A provider of every type that a value can be written as; the value is its ``localObject`` too.
  public init(_ value: some RepresentationWriting, key: String? = nil) {
    self.init(suggestedName: value.suggestedName, key: key)
    localObject = value
    register(value)
  }

  /// One way to express an item.
  public struct Representation: Sendable {
    /// Its MIME type; nil lets dragd infer it, for example from a file's name and first bytes.
    public let type: String?
    /// The programs that may see it.
    public let visibility: Visibility
    let content: Content

    enum Content: Sendable {
      case bytes([UInt8])
      case file(String)
      case descriptor(SharedDescriptor)
      case lazy(size: UInt64?, produce: @Sendable (RepresentationWriter) async throws -> Void)
    }
  }

  /// The programs that may see a representation, and load it.
  public enum Visibility: String, CaseIterable, Hashable, Sendable {
    /// Every program on the bus.
    case all
    /// The same application, by its application id as the system knows it.
    case app
    /// The same ``DragClient``.
    case connection
  }
}

extension ItemProvider {
  /// Registers bytes. dragd holds them once they are offered, even after this program has ended.
  ///
  /// - Parameters:
  ///   - type: a MIME type; nil lets dragd infer it.
  ///   - bytes: the content, of any size: an array, a slice of one, `Data`, or any other collection.
  ///   - visibility: the programs that may see it.
  public mutating func register(
    _ type: String?, bytes: some Collection<UInt8>, visibility: Visibility = .all
  ) {
    representations.append(
      Representation(type: type, visibility: visibility, content: .bytes(Array(bytes))))
  }

  /// Registers a regular file; offering a path to anything else fails. This library opens the file when the item is
  /// offered, and dragd holds it by reference: if it is modified later, loading it fails with `changed`.
  ///
  /// - Parameters:
  ///   - type: a MIME type; nil lets dragd infer it.
  ///   - path: the path of the file.
  ///   - visibility: the programs that may see it.
  public mutating func register(
    _ type: String?, file path: String, visibility: Visibility = .all
  ) {
    representations.append(
      Representation(type: type, visibility: visibility, content: .file(path)))
  }

  /// Registers an open regular file or a sealed file in memory. dragd holds it by reference, as with
  /// ``register(_:file:visibility:)``. The whole content counts, whatever the descriptor's position.
  ///
  /// - Parameters:
  ///   - type: a MIME type; nil lets dragd infer it.
  ///   - descriptor: open for reading; it is closed with the last copy of this provider, and of the offer.
  ///   - visibility: the programs that may see it.
  public mutating func register(
    _ type: String?, descriptor: consuming OwnedDescriptor, visibility: Visibility = .all
  ) {
    representations.append(
      Representation(
        type: type, visibility: visibility,
        content: .descriptor(SharedDescriptor(descriptor.owned))))
  }

  /// Registers content that is produced for each destination that loads it.
  ///
  /// - Parameters:
  ///   - type: a MIME type.
  ///   - size: the exact number of bytes, if it is known. Progress is then a fraction, and any other number of bytes is
  ///     a failure.
  ///   - visibility: the programs that may see it.
  ///   - produce: writes the content. It runs in a task of its own, which is cancelled when the destination cancels or
  ///     leaves, and when dragd ends. The destination gets its error as `sourceFailed`.
  public mutating func register(
    _ type: String, size: UInt64? = nil, visibility: Visibility = .all,
    _ produce: @escaping @Sendable (RepresentationWriter) async throws -> Void
  ) {
    representations.append(
      Representation(
        type: type, visibility: visibility, content: .lazy(size: size, produce: produce)))
  }

  /// Registers every type that a value can be written as; the content is produced when a destination loads it.
  public mutating func register<Value: RepresentationWriting>(_ value: Value) {
    for type in Value.writableTypes {
      register(type, visibility: Value.visibility(of: type)) { writer in
        try await value.write(as: type, to: writer)
      }
    }
  }
}
