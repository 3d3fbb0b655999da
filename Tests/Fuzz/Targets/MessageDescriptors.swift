import CDBus
import CLinux

@testable import DBus
@testable import DragProtocol
@testable import DragSystem

/// A message of the fuzzer's with descriptors. All are one end of a pipe; the other end tells whether one of them is
/// left open.
struct DescribedMessage: ~Copyable {
  private let reader: OwnedFileDescriptor
  private let message: Message

  /// As many as dbus-daemon lets through.
  private static let limit = 16

  /// What `other` says, in a message that says nothing yet, with a descriptor wherever the body names one; nil when
  /// there are more of them than a message may bring.
  init?(_ empty: RawMessage, saying other: Message) throws {
    guard let message = Message.unmarshalled(empty.bytes) else {
      throw BrokenPromise(description: "libdbus refuses a message without arguments")
    }
    let pipe = try Pipe(capacity: Pipe.usualCapacity)
    guard message.append(other, pipe.writer.rawValue, atMost: Self.limit) else { return nil }
    self.message = message
    reader = pipe.reader
  }

  /// Has the message read, and checks that nothing of it stays open.
  consuming func check(_ body: (Message) throws -> Void) throws {
    try body(message)
    try promise(Self.isClosed(drop()), "a descriptor is left open")
  }

  /// Lets go of the message.
  private consuming func drop() -> OwnedFileDescriptor { reader }

  /// Programs that are being started elsewhere may have it for a moment.
  private static func isClosed(_ reader: borrowing OwnedFileDescriptor) -> Bool {
    var request = pollfd(fd: reader.rawValue, events: 0, revents: 0)
    return poll(&request, 1, 10_000) == 1 && Int32(request.revents) & POLLHUP != 0
  }

  /// For what was read, where it is written again.
  static let descriptors: [SharedDescriptor] = {
    guard let file = try? Memfd.create("fuzzer") else { return [] }
    return Array(repeating: SharedDescriptor(file), count: limit)
  }()
}

extension Message {
  /// Another one that says the same, with its own duplicates of the descriptors.
  var copied: Message? { dbus_message_copy(pointer).map { Message(adopting: $0) } }

  var hasDescriptors: Bool { dbus_message_contains_unix_fds(body) != 0 }

  /// Appends what another message says, with a duplicate of the descriptor wherever its body names one.
  fileprivate func append(_ other: Message, _ descriptor: Int32, atMost limit: Int) -> Bool {
    var source = DBusMessageIter()
    guard dbus_message_iter_init(other.body, &source) != 0 else { return true }
    var copy = DBusMessageIter()
    dbus_message_iter_init_append(body, &copy)
    var copier = ValueCopier(descriptor: descriptor, room: limit)
    return copier.copy(&source, to: &copy)
  }
}

/// Copies values from one message to another.
private struct ValueCopier {
  let descriptor: Int32
  /// How many descriptors there may be still.
  var room: Int

  private static let (descriptorType, array, variant) = (code("h"), code("a"), code("v"))

  private static func code(_ character: Unicode.Scalar) -> Int32 { Int32(character.value) }

  mutating func copy(_ source: inout DBusMessageIter, to copy: inout DBusMessageIter) -> Bool {
    while case let type = dbus_message_iter_get_arg_type(&source), type != 0 {
      let isDone =
        if type == Self.descriptorType {
          appendDescriptor(to: &copy)
        } else if dbus_type_is_basic(type) != 0 {
          Self.copyBasic(type, &source, to: &copy)
        } else {
          copyContainer(type, &source, to: &copy)
        }
      guard isDone else { return false }
      dbus_message_iter_next(&source)
    }
    return true
  }

  private mutating func appendDescriptor(to copy: inout DBusMessageIter) -> Bool {
    var number = descriptor
    room -= 1
    return room >= 0 && dbus_message_iter_append_basic(&copy, Self.descriptorType, &number) != 0
  }

  private static func copyBasic(
    _ type: Int32, _ source: inout DBusMessageIter, to copy: inout DBusMessageIter
  ) -> Bool {
    // The largest is a number of eight bytes, or where a string begins.
    var value: UInt64 = 0
    dbus_message_iter_get_basic(&source, &value)
    return dbus_message_iter_append_basic(&copy, type, &value) != 0
  }

  private mutating func copyContainer(
    _ type: Int32, _ source: inout DBusMessageIter, to copy: inout DBusMessageIter
  ) -> Bool {
    var values = DBusMessageIter()
    dbus_message_iter_recurse(&source, &values)
    // An array's begins with an “a”.
    let signature =
      type == Self.array
      ? dbus_message_iter_get_signature(&source)
      : type == Self.variant ? dbus_message_iter_get_signature(&values) : nil
    defer { dbus_free(signature) }
    let content = signature.map { UnsafePointer(type == Self.array ? $0 + 1 : $0) }
    var copies = DBusMessageIter()
    guard dbus_message_iter_open_container(&copy, type, content, &copies) != 0 else { return false }
    let isWhole = self.copy(&values, to: &copies)
    return dbus_message_iter_close_container(&copy, &copies) != 0 && isWhole
  }
}
