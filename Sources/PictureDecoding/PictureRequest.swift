/// A size in pixels.
package struct PictureSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
  }

  package var area: Int { width * height }

  /// The size with the same proportions that just fits into another.
  package func fitted(into other: PictureSize) -> PictureSize {
    guard area > 0 else { return self }
    if height * other.width > width * other.height {
      return PictureSize(max((width * other.height + height / 2) / height, 1), other.height)
    }
    return PictureSize(other.width, max((height * other.width + width / 2) / width, 1))
  }
}

/// What `picturedecoder` is to do: its arguments. It reads the encoded picture from its standard input, a regular file,
/// and writes a `PictureHeader` and the pixels over the start of its standard output.
package struct PictureRequest: Equatable, Sendable {
  /// The process that started it. It ends with that process.
  package var owner: Int32
  /// The size to fit into; nil for the picture's own.
  package var fitting: PictureSize?

  package init(owner: Int32, fitting: PictureSize?) {
    (self.owner, self.fitting) = (owner, fitting)
  }

  /// Nil for other arguments.
  package init?(arguments: [String]) {
    let numbers = arguments.compactMap { Int32($0) }
    guard numbers.count == arguments.count, let owner = numbers.first, owner > 0 else { return nil }
    let size = numbers.dropFirst().map { Int($0) }
    guard size.isEmpty || size.count == 2, size.allSatisfy({ $0 > 0 }) else { return nil }
    self.init(owner: owner, fitting: size.isEmpty ? nil : PictureSize(size[0], size[1]))
  }

  package var arguments: [String] {
    ["\(owner)"] + (fitting.map { ["\($0.width)", "\($0.height)"] } ?? [])
  }
}

/// What one picture may take.
package enum PictureLimits {
  /// A picture with more pixels is not decoded; what its format says of its size is known first.
  package static let pixels = 250_000_000
  /// Of the processor's time.
  package static let seconds = 2
  /// Of the clock's, on a busy machine.
  package static let patience: Duration = .seconds(20)
  /// Bytes of memory, and of pixels.
  package static let memory = 256 << 20
}

/// The exit status of `picturedecoder`. Of a picture that takes too much it may also be a signal.
package enum PictureStatus: Int32, Sendable {
  case decoded = 0
  case undecodable = 1
  case tooLarge = 2
  /// Its arguments are wrong, or it cannot give up what it must.
  case failed = 3
  /// The decoders of this system cannot run: glycin's have a sandbox of their own, or none.
  case forbidden = 4
  case tooCostly = 5
}

/// How the pixels lie after the header: rows of red, green, blue and, if it has, alpha, a byte each, without gaps.
package struct PictureHeader: Equatable, Sendable {
  package var size: PictureSize
  package var hasAlpha: Bool

  package init(_ size: PictureSize, hasAlpha: Bool) {
    (self.size, self.hasAlpha) = (size, hasAlpha)
  }

  /// In bytes.
  package static let length = 12
  private static let most = 1 << 20

  package var rowLength: Int { size.width * (hasAlpha ? 4 : 3) }
  package var pixelsLength: Int { rowLength * size.height }

  package var bytes: [UInt8] {
    [size.width, size.height, hasAlpha ? 4 : 3].flatMap { value in
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
  }

  /// Nil for what no picture of `length` bytes begins with.
  ///
  /// - Parameter fitting: the largest size.
  package init?(_ bytes: [UInt8], length: Int, fitting: PictureSize?) {
    guard bytes.count == Self.length else { return nil }
    let values = stride(from: 0, to: Self.length, by: 4).map { start in
      (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    }
    guard (1...min(Self.most, fitting?.width ?? .max)).contains(values[0]),
      (1...min(Self.most, fitting?.height ?? .max)).contains(values[1]),
      values[2] == 3 || values[2] == 4
    else { return nil }
    self.init(PictureSize(values[0], values[1]), hasAlpha: values[2] == 4)
    guard pixelsLength <= length - Self.length else { return nil }
  }
}
