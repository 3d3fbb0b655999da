internal import CGtk

/// The ids of what a list view shows, in order.
package final class StringList: Object {
  package private(set) var strings: [String] = []

  package init() {
    super.init(taking: made(gtk_string_list_new(nil)).raw)
  }

  /// Becomes these, telling only of what differs: what stays keeps its row, its selection and the focus.
  package func set(_ new: [String]) {
    let start = zip(strings, new).prefix { $0 == $1 }.count
    let most = min(strings.count, new.count) - start
    var end = 0
    while end < most, strings[strings.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let removed = strings.count - start - end
    let added = Array(new[start..<(new.count - end)])
    guard removed > 0 || !added.isEmpty else { return }
    strings = new
    withStrings(added) {
      gtk_string_list_splice(opaque, guint(start), guint(removed), $0)
    }
  }
}
