internal import CLinux

/// The translations of the person's language (gettext, in the C library).
///
/// It has a locale of its own, which is in use only while it looks up a message. So numbers, sorting and the names of
/// files stay as they are for the rest of the program, in every thread.
struct Catalogue: Sendable {
  static let shared = Catalogue()

  private static let domain = "dragd"
  /// The address of a `locale_t`; zero where there is nothing to look up.
  private let locale: UInt
  private let isUnicode: Bool

  private init() {
    let messages = LocaleName(for: "LC_MESSAGES")
    let known = LocaleName(for: "LC_CTYPE").isUnicode
    guard !messages.isOfSources || known == nil else {
      (locale, isUnicode) = (0, known ?? false)
      return
    }
    // Where the locale of the messages is not installed, that of the letters may be.
    let opened =
      unsafe newlocale(LC_CTYPE_MASK | LC_MESSAGES_MASK, "", nil)
      ?? newlocale(LC_CTYPE_MASK, "", nil)
    locale = UInt(bitPattern: opened)
    isUnicode = unsafe opened.map { Self.codeset(of: $0) } == "UTF-8"
    guard !messages.isOfSources else { return }
    if let folder = Self.folder { unsafe bindtextdomain(Self.domain, folder) }
    // A terminal of another codeset gets ASCII (`PlainText`).
    unsafe bind_textdomain_codeset(Self.domain, "UTF-8")
  }

  func text(of message: StaticString) -> String {
    // The catalogue's header has the empty name.
    guard message.utf8CodeUnitCount > 0 else { return "" }
    guard locale != 0 else { return shown(message.description) }
    return lookedUp { domain in unsafe dgettext(domain, Self.cString(message)) } ?? ""
  }

  /// Nil without a translation.
  func translation(of message: StaticString) -> String? {
    guard message.utf8CodeUnitCount > 0, locale != 0 else { return nil }
    let original = unsafe Self.cString(message)
    return lookedUp { domain in
      let text = unsafe dgettext(domain, original)
      return unsafe text.map { unsafe UnsafePointer($0) } == original ? nil : text
    }
  }

  func text(one: StaticString, other: StaticString, count: UInt) -> String {
    guard locale != 0 else { return shown((count == 1 ? one : other).description) }
    return lookedUp { domain in
      unsafe dngettext(domain, Self.cString(one), Self.cString(other), count)
    } ?? ""
  }

  private func shown(_ text: String) -> String { isUnicode ? text : PlainText.ascii(text) }

  private func lookedUp(_ lookUp: (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?) -> String?
  {
    let before = unsafe locale_t(bitPattern: locale).map { unsafe uselocale($0) }
    defer { if let before = unsafe before { unsafe uselocale(before) } }
    let text = unsafe Self.domain.withCString { domain in
      unsafe lookUp(domain).map { unsafe String(cString: $0) }
    }
    return text.map(shown)
  }

  /// In a program that is linked without a loader, nl_langinfo_l knows only the C locale.
  private static func codeset(of locale: locale_t) -> String {
    let before = unsafe uselocale(locale)
    defer { unsafe uselocale(before) }
    return unsafe String(cString: nl_langinfo(CInt(CODESET)))
  }

  /// Literals end with a NUL.
  private static func cString(_ literal: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// Where the catalogues are: `share/locale` beside the program's `bin`, or what TEXTDOMAINDIR says, as for
  /// gettext(1).
  private static var folder: String? {
    if let named = unsafe getenv("TEXTDOMAINDIR"), unsafe named.pointee != 0 {
      return unsafe String(cString: named)
    }
    let path = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) {
      buffer in
      let length =
        unsafe buffer.baseAddress.map { unsafe readlink("/proc/self/exe", $0, buffer.count) } ?? -1
      guard length > 0 else { return String?.none }
      return unsafe String(
        validating: buffer.prefix(length).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    let parts = path?.split(separator: "/").dropLast(2)
    return parts.map { "/" + $0.joined(separator: "/") + "/share/locale" }
  }
}
