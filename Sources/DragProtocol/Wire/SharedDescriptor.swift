package import DragSystem

/// A descriptor among values that are copied: closed when the last of them goes.
package final class SharedDescriptor: Sendable {
  package let descriptor: OwnedFileDescriptor

  package init(_ descriptor: consuming OwnedFileDescriptor) {
    self.descriptor = descriptor
  }
}
