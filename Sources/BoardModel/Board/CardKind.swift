/// What a card is, by which it decides what it offers.
package enum CardKind: String, CaseIterable, Hashable, Sendable {
  case geocache, text, file, image, other
}
