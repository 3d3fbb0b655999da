internal import CGtk

/// A GObject that Swift holds one strong reference to.
///
/// Two values are equal when they are the same GObject.
package class Object {
  let pointer: UnsafeMutableRawPointer

  /// For a pointer that comes with a reference, “transfer full”.
  init(taking pointer: UnsafeMutableRawPointer) {
    self.pointer = pointer
  }

  /// For a pointer that stays its giver's, “transfer none”, and for a floating one.
  init(_ pointer: some Pointer) {
    self.pointer = pointer.raw
    g_object_ref_sink(self.pointer)
  }

  isolated deinit {
    g_object_unref(pointer)
  }

  /// As C sees it, where the struct is known.
  func cast<Instance>(_: Instance.Type = Instance.self) -> UnsafeMutablePointer<Instance> {
    pointer.assumingMemoryBound(to: Instance.self)
  }

  /// As C sees it, where the struct is hidden.
  var opaque: OpaquePointer { OpaquePointer(pointer) }

  /// Whether both are the same GObject.
  package func isSame(as other: Object) -> Bool { pointer == other.pointer }
}

/// The two ways in which C's pointers come to Swift.
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

/// What C made of memory that never runs out: GLib aborts instead of returning nil here.
func made<Value>(_ value: Value?) -> Value {
  guard let value else { preconditionFailure("GLib gave nothing where it promises something") }
  return value
}

extension Bool {
  /// GLib's.
  var gboolean: CGtk.gboolean { self ? 1 : 0 }
}
