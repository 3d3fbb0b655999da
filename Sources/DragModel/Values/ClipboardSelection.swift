/// The selections of a display, by their names on the bus: Ctrl+C fills `clipboard`, marking text fills `primary`.
package enum ClipboardSelection: String, CaseIterable, Hashable, Sendable {
  case clipboard
  case primary
}
