internal import CGtk

/// A strong reference to a GObject.
package class Object {
  let pointer: UnsafeMutableRawPointer

  /// Adopts the reference of a pointer, “transfer full”.
  init(adopting pointer: UnsafeMutableRawPointer) {
    self.pointer = pointer
  }

  /// Adds a reference to a pointer that another owner keeps, “transfer none”, or sinks a floating one.
  init(_ pointer: some Pointer) {
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
