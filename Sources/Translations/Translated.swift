/// The message in the person's language, with the values in the places of their names: the message `no offer “{id}”`
/// with `["id": id]`. Without a translation it is the message itself.
///
/// The message is a literal, so that a translator finds it in the sources and no value becomes a part of it. A value
/// is put in after the translation and as it is; `Console` and the windows clean what they show.
///
/// The first call opens the locale and the catalogue, so a program that shows no message opens neither.
package func translated(
  _ message: StaticString, _ values: KeyValuePairs<String, any CustomStringConvertible> = [:]
) -> String {
  Placeholders.filled(Catalogue.shared.text(of: message), with: values)
}

/// The message for a number of things, in the plural form of the person's language; `{count}` is the number.
package func translated(
  count: some BinaryInteger, one: StaticString, other: StaticString,
  _ values: KeyValuePairs<String, any CustomStringConvertible> = [:]
) -> String {
  let text = Catalogue.shared.text(one: one, other: other, count: UInt(clamping: count))
  return Placeholders.filled(text, with: values, count: "\(count)")
}
