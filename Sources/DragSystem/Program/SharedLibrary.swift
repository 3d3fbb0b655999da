internal import CLinux

/// A shared library that a program loads when it first needs it, and keeps (dlopen(3)).
package struct SharedLibrary: @unchecked Sendable {
  // Never changed and never closed; dlsym(3) may be called on any thread.
  private let handle: UnsafeMutableRawPointer

  /// Nil where the system has no such library.
  package init?(_ name: String) {
    guard let handle = dlopen(name, RTLD_NOW) else { return nil }
    self.handle = handle
  }

  /// A function of the library; nil where it has none of that name.
  ///
  /// - Parameter type: a `@convention(c)` type, which must be that of its documentation: nothing checks it.
  package func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }
}
