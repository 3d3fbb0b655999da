/// A MIME type as the WHATWG MIME Sniffing standard parses and serialises it.
package struct MIMEType: Hashable, Sendable {
  private let serialised: String
  package init?(_ text: String) { serialised = text }
}
