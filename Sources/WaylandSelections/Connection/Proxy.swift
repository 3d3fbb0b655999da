internal import CWayland

/// An object of the protocol. The connection retains it until it is destroyed.
final class Proxy {
  /// The arguments of an event. A new object arrives as `o`, complete but without a dispatcher.
  typealias Arguments = UnsafeMutablePointer<wl_argument>

  let pointer: OpaquePointer
  /// Gets each event's number and arguments, and must close the descriptors among these.
  var onEvent: ((UInt32, Arguments) -> Void)?

  init(adopting pointer: OpaquePointer) {
    self.pointer = pointer
    // One dispatcher for all objects, in place of a C struct of function pointers for each interface.
    wl_proxy_add_dispatcher(
      pointer,
      { implementation, _, opcode, _, arguments in
        guard let implementation, let arguments else { return 0 }
        let proxy = Unmanaged<Proxy>.fromOpaque(implementation).takeUnretainedValue()
        let handler = proxy.onEvent
        handler?(opcode, arguments)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }
}
