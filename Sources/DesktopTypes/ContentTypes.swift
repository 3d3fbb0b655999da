internal import DragSystem

/// The functions of GIO about types of content.
///
/// GIO is loaded only for the first content that comes without a type, because most sources name the type. GIO and its
/// libraries are the larger part of what a program like dragd then loads and has in memory.
struct ContentTypes: Sendable {
  private let guess: Guess
  private let isUnknown: Question
  private let isKind: Comparison
  private let free: Free

  // The types are those of GIO's reference: gio/gcontenttype.h and glib/gmem.h.
  private typealias Guess =
    @convention(c) @Sendable (
      _ name: UnsafePointer<CChar>?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
      _ isUncertain: UnsafeMutablePointer<Int32>?
    ) -> UnsafeMutablePointer<CChar>?
  private typealias Question = @convention(c) @Sendable (UnsafePointer<CChar>?) -> Int32
  private typealias Comparison =
    @convention(c) @Sendable (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
  private typealias Free = @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void

  /// Nil on a system without GIO.
  static let gio = ContentTypes()

  private init?() {
    guard let library = SharedLibrary("libgio-2.0.so.0"),
      let guess = library.function("g_content_type_guess", as: Guess.self),
      let isUnknown = library.function("g_content_type_is_unknown", as: Question.self),
      let isKind = library.function("g_content_type_is_a", as: Comparison.self),
      // A function of GLib, which GIO loads.
      let free = library.function("g_free", as: Free.self)
    else { return nil }
    self.guess = guess
    self.isUnknown = isUnknown
    self.isKind = isKind
    self.free = free
  }

  /// Whether a type is another one or a kind of it.
  func isKind(_ essence: String, of other: String) -> Bool { isKind(essence, other) != 0 }

  /// The type of content with this name and these first bytes; nil if no rule of the database matches.
  func guess(name: String?, firstBytes: [UInt8]) -> String? {
    var isUncertain: Int32 = 0
    // Without bytes the name decides: for an empty array GIO would return application/x-zerosize in place of one of
    // several types of that name.
    let found =
      firstBytes.isEmpty
      ? guess(name, nil, 0, &isUncertain)
      : guess(name, firstBytes, firstBytes.count, &isUncertain)
    guard let found else { return nil }
    defer { free(found) }
    guard isUncertain == 0 || isUnknown(found) == 0 else { return nil }
    return String(cString: found)
  }
}
