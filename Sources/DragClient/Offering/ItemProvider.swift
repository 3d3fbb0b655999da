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
/// A provider is a value: what is registered after it was offered changes no offer.
public struct ItemProvider: Sendable {
  /// A file name for whoever wants one: one path component, at most 255 bytes; nil where there is none.
  public var suggestedName: String?
  /// The source's own id of the item, at most 1,024 bytes; opaque to everybody else. Required, and unique in the offer,
  /// where moves are allowed.
  public var key: String?
  /// The thing itself, for a destination that uses the same ``DragClient``: ``OfferedItem/value(as:options:)`` gives it
  /// without encoding and decoding it. Nobody else learns of it.
  public var localObject: (any Sendable)?
  /// What is registered, from the highest fidelity to the lowest.
  public private(set) var representations: [Representation] = []

  /// A provider without representations.
  public init(suggestedName: String? = nil, key: String? = nil) {
    self.suggestedName = suggestedName
    self.key = key
  }

  /// A provider of all that a value can be written as; the value is its ``localObject`` too.
  public init(_ value: some RepresentationWriting, key: String? = nil) {
    self.init(suggestedName: value.suggestedName, key: key)
    localObject = value
    register(value)
  }

  /// One way to express an item.
  public struct Representation: Sendable {
    /// Its MIME type; nil where dragd is to infer it, as from a file's name and first bytes.
    public let type: String?
    /// Who may see it.
    public let visibility: Visibility
    let content: Content

    enum Content: Sendable {
      case bytes([UInt8])
      case file(String)
      case lazy(size: UInt64?, produce: @Sendable (RepresentationWriter) async throws -> Void)
    }
  }

  /// Who may see a representation, and load it.
  public enum Visibility: String, CaseIterable, Hashable, Sendable {
    /// Everybody on the bus.
    case all
    /// The same application, by the application id that the system knows it by.
    case app
    /// The same ``DragClient``.
    case connection
  }
}

extension ItemProvider {
  /// Registers bytes. dragd holds them from the offer on, also after this program has ended.
  ///
  /// - Parameters:
  ///   - type: a MIME type; nil has dragd infer it.
  ///   - bytes: the content, of any size.
  ///   - visibility: who may see it.
  public mutating func register(
    _ type: String?, bytes: [UInt8], visibility: Visibility = .all
  ) {
    representations.append(
      Representation(type: type, visibility: visibility, content: .bytes(bytes)))
  }

  /// Registers a regular file; nothing else that has a path can be offered so. It is opened when the item is offered,
  /// and held by dragd by reference: if it is written to later, loading it fails with `changed`.
  ///
  /// - Parameters:
  ///   - type: a MIME type; nil has dragd infer it.
  ///   - path: the path of the file.
  ///   - visibility: who may see it.
  public mutating func register(
    _ type: String?, file path: String, visibility: Visibility = .all
  ) {
    representations.append(
      Representation(type: type, visibility: visibility, content: .file(path)))
  }

  /// Registers content that is made each time when somebody loads it.
  ///
  /// - Parameters:
  ///   - type: a MIME type.
  ///   - size: the exact number of bytes, if it is known: a promise, which makes progress a fraction, and another number
  ///     a failure.
  ///   - visibility: who may see it.
  ///   - produce: writes the content. It runs in a task of its own, which is cancelled when the destination cancels or
  ///     leaves, and when dragd goes away. What it throws is told to the destination, as `sourceFailed`.
  public mutating func register(
    _ type: String, size: UInt64? = nil, visibility: Visibility = .all,
    _ produce: @escaping @Sendable (RepresentationWriter) async throws -> Void
  ) {
    representations.append(
      Representation(
        type: type, visibility: visibility, content: .lazy(size: size, produce: produce)))
  }

  /// Registers, to be made when somebody loads them, all types that a value can be written as.
  public mutating func register<Value: RepresentationWriting>(_ value: Value) {
    for type in Value.writableTypes {
      register(type, visibility: Value.visibility(of: type)) { writer in
        try await value.write(as: type, to: writer)
      }
    }
  }
}
