internal import CGtk

/// A Swift value that lives as long as a GObject.
private final class AttachedValue {
  let value: Any

  init(_ value: Any) {
    self.value = value
  }
}

extension Pointer {
  /// Attaches a value to the object, and replaces the previous one of that name.
  func attach(_ value: Any, as name: String) {
    g_object_set_data_full(
      raw.assumingMemoryBound(to: GObject.self), name,
      Unmanaged.passRetained(AttachedValue(value)).toOpaque()
    ) { Unmanaged<AttachedValue>.fromOpaque($0!).release() }
  }

  /// The attached value of that name.
  func attached<Value>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    guard let data = g_object_get_data(raw.assumingMemoryBound(to: GObject.self), name) else {
      return nil
    }
    return Unmanaged<AttachedValue>.fromOpaque(data).takeUnretainedValue().value as? Value
  }
}

extension Object {
  /// Keeps a value, usually a controller, as long as the object lives.
  package func keep<Value>(_ value: Value) {
    // The number, because a description or a cast would search all conformances of the program.
    pointer.attach(value, as: "kept-\(UInt(bitPattern: ObjectIdentifier(Value.self)))")
  }
}
