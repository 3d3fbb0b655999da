internal import CGtk

/// The arguments of a signal, and the place of its result.
struct SignalArguments {
  let values: UnsafePointer<GValue>
  let result: UnsafeMutablePointer<GValue>?

  /// The object at an index; 0 is the sender.
  func object(_ index: Int) -> UnsafeMutableRawPointer? {
    g_value_get_object(values + index)?.raw
  }

  func double(_ index: Int) -> Double { g_value_get_double(values + index) }
  func int(_ index: Int) -> Int { Int(g_value_get_int(values + index)) }
  func uint(_ index: Int) -> Int { Int(g_value_get_uint(values + index)) }
  func flags(_ index: Int) -> UInt32 { g_value_get_flags(values + index) }
  func bool(_ index: Int) -> Bool { g_value_get_boolean(values + index) != 0 }

  func answer(_ value: Bool) {
    if let result { g_value_set_boolean(result, value.gboolean) }
  }

  func answer(flags: UInt32) {
    if let result { g_value_set_flags(result, flags) }
  }

  /// Returns an object and transfers its reference.
  func answer(adopting object: UnsafeMutableRawPointer?) {
    if let result { g_value_take_object(result, object) }
  }
}

private final class Handler {
  let body: @MainActor (SignalArguments) -> Void

  nonisolated init(_ body: @escaping @MainActor (SignalArguments) -> Void) {
    self.body = body
  }
}

extension Pointer {
  /// Connects a closure to a signal of any signature, by its own marshaller. The object keeps the closure, which must
  /// reference the owner of the object weakly.
  @discardableResult
  func connect(
    _ signal: String, after isAfter: Bool = false,
    _ body: @escaping @MainActor (SignalArguments) -> Void
  ) -> UInt {
    let data = Unmanaged.passRetained(Handler(body)).toOpaque()
    let closure = nonNull(g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data))
    g_closure_set_marshal(closure) { closure, result, _, values, _, _ in
      guard let closure, let values, let data = closure.pointee.data else { return }
      let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
      handler.body(SignalArguments(values: values, result: result))
    }
    g_closure_add_finalize_notifier(closure, data) { data, _ in
      guard let data else { return }
      Unmanaged<Handler>.fromOpaque(data).release()
    }
    return g_signal_connect_closure(raw, signal, closure, isAfter.gboolean)
  }
}

extension Object {
  /// Connects a closure to a signal of the object.
  @discardableResult
  func on(_ signal: String, _ body: @escaping @MainActor (SignalArguments) -> Void) -> UInt {
    pointer.connect(signal, body)
  }
}
