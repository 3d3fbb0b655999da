internal import CGtk

/// The ids of the items that a list view shows, in order.
package final class StringList: Object {
  package private(set) var strings: [String] = []

  package init() {
    super.init(adopting: nonNull(gtk_string_list_new(nil)).raw)
  }

  /// Replaces the strings and reports only the difference: an unchanged string keeps its row, its selection and the
  /// focus.
  package func set(_ new: [String]) {
    for splice in [ListSplice](from: strings, to: new) {
      strings.replaceSubrange(
        splice.start..<(splice.start + splice.removed), with: splice.added)
      withStrings(splice.added) {
        gtk_string_list_splice(opaque, guint(splice.start), guint(splice.removed), $0)
      }
    }
  }

  /// As `set(_:)`, but leaves out all new strings after so many of them.
  package func set(_ new: [String], adding most: Int) { set(strings.becoming(new, adding: most)) }

  /// How many strings are the same at the beginning of another list.
  package func countOfCommonFirst(with other: [String]) -> Int {
    strings.countsOfCommon(with: other).first
  }
}

/// The selected rows of a list.
package final class Selection: Object {
  private let list: StringList

  package init(_ list: StringList) {
    self.list = list
    // The selection adopts the list's reference.
    super.init(
      adopting: nonNull(
        gtk_multi_selection_new(g_object_ref(list.pointer).map { OpaquePointer($0) })
      ).raw)
  }

  /// The ids of the selected rows, in the list's order.
  package var ids: [String] {
    get {
      let set = gtk_selection_model_get_selection(opaque)
      defer { gtk_bitset_unref(set) }
      let count = Int(gtk_bitset_get_size(set))
      return (0..<count).compactMap { index in
        let position = Int(gtk_bitset_get_nth(set, guint(index)))
        return position < list.strings.count ? list.strings[position] : nil
      }
    }
    set {
      let wanted = Set(newValue)
      let chosen = gtk_bitset_new_empty()
      let all = gtk_bitset_new_range(0, guint(list.strings.count))
      for (index, id) in list.strings.enumerated() where wanted.contains(id) {
        gtk_bitset_add(chosen, guint(index))
      }
      gtk_selection_model_set_selection(opaque, chosen, all)
      gtk_bitset_unref(chosen)
      gtk_bitset_unref(all)
    }
  }

  package func contains(_ position: Int) -> Bool {
    gtk_selection_model_is_selected(opaque, guint(position)) != 0
  }

  package func clear() { gtk_selection_model_unselect_all(opaque) }
  package func selectAll() { gtk_selection_model_select_all(opaque) }

  package func onChange(_ body: @escaping @MainActor () -> Void) {
    on("selection-changed") { _ in body() }
  }
}
