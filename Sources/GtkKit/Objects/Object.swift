internal import CGtk

/// A strong reference to a GObject, with an initializer for each kind of ownership that C gives.
package class Object {
  let pointer: UnsafeMutableRawPointer

  /// Adopts the reference of a pointer, “transfer full”.
  init(adopting pointer: UnsafeMutableRawPointer) {
    self.pointer = pointer
  }

  /// Adds a reference to an object that another owner keeps, “transfer none”. A floating one still waits for its owner:
  /// GTK binds rows that it has not inserted yet (GTK 4.18).
  init(borrowing pointer: some Pointer) {
    self.pointer = pointer.raw
    g_object_ref(self.pointer)
  }

  /// Adopts the floating reference of a new object that nothing owns yet, such as a widget's.
  init(floating pointer: some Pointer) {
    self.pointer = pointer.raw
    g_object_ref_sink(self.pointer)
  }

  isolated deinit {
    g_object_unref(pointer)
  }

  /// The pointer for C functions whose struct is public.
  func cast<Instance>(_: Instance.Type = Instance.self) -> UnsafeMutablePointer<Instance> {
    pointer.assumingMemoryBound(to: Instance.self)
  }

  /// The pointer for C functions whose struct is opaque.
  var opaque: OpaquePointer { OpaquePointer(pointer) }

  /// Whether both are the same GObject.
  package func isSame(as other: Object) -> Bool { pointer == other.pointer }
}

/// The pointer types as which Swift imports C's pointers.
protocol Pointer {
  var raw: UnsafeMutableRawPointer { get }
}

extension UnsafeMutablePointer: Pointer {
  nonisolated var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutableRawPointer: Pointer {
  nonisolated var raw: UnsafeMutableRawPointer { self }
}

extension OpaquePointer: Pointer {
  nonisolated var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

/// Unwraps the result of a C function that never returns nil: GLib aborts when memory runs out.
func nonNull<Value>(_ value: Value?) -> Value {
  guard let value else {
    preconditionFailure("GLib returned nil where its documentation promises a value")
  }
  return value
}

extension Bool {
  /// The value as GLib's type.
  var gboolean: CGtk.gboolean { self ? 1 : 0 }
}

/// Properties that have no functions of their own.
extension Object {
  func bool(_ property: String) -> Bool {
    var value = GValue()
    g_value_init(&value, dragd_type_boolean())
    defer { g_value_unset(&value) }
    g_object_get_property(cast(), property, &value)
    return g_value_get_boolean(&value) != 0
  }

  func set(_ property: String, _ flag: Bool) {
    set(property, dragd_type_boolean()) { g_value_set_boolean(&$0, flag.gboolean) }
  }

  func set(_ property: String, _ text: String) {
    set(property, dragd_type_string()) { g_value_set_string(&$0, text) }
  }

  func set(_ property: String, _ type: GType, _ fill: (inout GValue) -> Void) {
    var value = GValue()
    g_value_init(&value, type)
    defer { g_value_unset(&value) }
    fill(&value)
    g_object_set_property(cast(), property, &value)
  }
}

/// Copies a string and frees it, “transfer full”.
nonisolated func ownedString(_ string: UnsafeMutablePointer<CChar>?) -> String {
  guard let string else { return "" }
  defer { g_free(string) }
  return String(cString: string)
}

/// Copies a string, “transfer none”.
func copiedString(_ string: UnsafePointer<CChar>?) -> String {
  string.map { String(cString: $0) } ?? ""
}

/// Calls the body with strings as a null-terminated C array, which is valid only there.
func withStrings<Value>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Value
) -> Value {
  let copies = strings.map { g_strdup($0) }
  defer { for copy in copies { g_free(copy) } }
  var pointers = copies.map { UnsafePointer<CChar>($0) } + [nil]
  return pointers.withUnsafeMutableBufferPointer { body(nonNull($0.baseAddress)) }
}
