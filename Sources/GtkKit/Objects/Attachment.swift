internal import CGtk

/// Something of Swift's that lives as long as a GObject does.
private final class Kept {
  let value: Any

  init(_ value: Any) {
    self.value = value
  }
}

extension Pointer {
  /// Keeps a value with the object, in place of what was there under the name.
  func attach(_ value: Any, as name: String) {
    g_object_set_data_full(
      raw.assumingMemoryBound(to: GObject.self), name,
      Unmanaged.passRetained(Kept(value)).toOpaque()
    ) { Unmanaged<Kept>.fromOpaque($0!).release() }
  }

  /// What is kept under the name.
  func attached<Value>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    guard let data = g_object_get_data(raw.assumingMemoryBound(to: GObject.self), name) else {
      return nil
    }
    return Unmanaged<Kept>.fromOpaque(data).takeUnretainedValue().value as? Value
  }
}

extension Object {
  /// Keeps a value as long as the object lives: its controller, as a rule.
  package func keep(_ value: Any) {
    pointer.attach(value, as: "kept-\(ObjectIdentifier(type(of: value as AnyObject)))")
  }
}
