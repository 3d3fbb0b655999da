internal import CGtk
import Testing

@testable internal import GtkKit

@MainActor @Suite struct ObjectTests {
  private final class Witness {}

  /// The references that C gives, on an adjustment, which is new with a floating reference as widgets are.
  @Test(arguments: [false, true]) func aBorrowedObjectStaysAsItWas(_ isFloating: Bool) {
    let pointer = nonNull(gtk_adjustment_new(0, 0, 1, 1, 1, 1))
    if !isFloating { g_object_ref_sink(pointer) }
    weak var witness: Witness?
    do {
      let attached = Witness()
      witness = attached
      pointer.attach(attached, as: "witness")
    }
    for _ in 0..<2 { #expect(Object(borrowing: pointer).pointer == pointer.raw) }
    #expect((g_object_is_floating(pointer) != 0) == isFloating)
    #expect(witness != nil)
    // Its owner comes later, or lets go of it.
    if isFloating { #expect(Object(floating: pointer).pointer == pointer.raw) }
    #expect((witness == nil) == isFloating)
    if !isFloating { #expect(Object(adopting: pointer.raw).pointer == pointer.raw) }
    #expect(witness == nil)
  }

  @Test func anActionCallsItsClosureAndReleasesItWithItself() {
    final class Witness {
      var count = 0
    }
    weak var witness: Witness?
    do {
      let counter = Witness()
      witness = counter
      let group = ActionGroup()
      group.add("count") { counter.count += 1 }
      g_action_group_activate_action(group.opaque, "count", nil)
      #expect(counter.count == 1)
      group.setEnabled("count", false)
      g_action_group_activate_action(group.opaque, "count", nil)
      #expect(counter.count == 1)
    }
    #expect(witness == nil)
  }

  @Test func aStringListTellsOnlyOfWhatHasChanged() {
    let list = StringList()
    var changes: [[Int]] = []
    list.on("items-changed") { changes.append([$0.uint(1), $0.uint(2), $0.uint(3)]) }
    list.set(["a", "b", "c", "d"])
    list.set(["a", "b", "x", "c", "d"])
    list.set(["a", "x", "c", "d"])
    list.set(["a", "x", "c", "d"])
    list.set(["d", "a", "x", "c"])
    #expect(changes == [[0, 0, 4], [2, 0, 1], [1, 1, 0], [3, 1, 0], [0, 0, 1]])
    let strings = (0..<g_list_model_get_n_items(list.opaque)).map { index in
      let item = g_list_model_get_item(list.opaque, index)
      defer { g_object_unref(item) }
      return copiedString(gtk_string_object_get_string(item.map { OpaquePointer($0) }))
    }
    #expect(strings == ["d", "a", "x", "c"])
  }

  @Test func aSelectionGivesItsIdsInTheOrderOfTheList() {
    let list = StringList()
    list.set(["a", "b", "c"])
    let selection = Selection(list)
    selection.ids = ["c", "a", "not there"]
    #expect(selection.ids == ["a", "c"])
    list.set(["b", "a", "c", "d"])
    #expect(!selection.contains(0))
    selection.clear()
    #expect(selection.ids.isEmpty)
  }
}
