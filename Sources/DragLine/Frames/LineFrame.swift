/// What the two ends of a line tell each other. Each frame is a D-Bus message, a signal of `org.dragd.Link1`, so that
/// one marshaller and one check serve the line and what passes over it.
package enum LineFrame: Hashable, Sendable {
  /// The first frame of each end.
  case hello(LineHello)
  /// The near end has a connection; the far end opens one to its bus.
  case open(connection: UInt32)
  case close(connection: UInt32)
  /// A piece of a message of a connection, and with the last piece its streams. Each descriptor of the message is in it
  /// a uint16, its place among the streams.
  case message(connection: UInt32, hasMore: Bool, piece: [UInt8], streams: [LineStream])
  case data(stream: UInt32, [UInt8])
  /// The receiver of a stream takes so many bytes more.
  case grant(stream: UInt32, UInt32)
  /// The sender of a stream has sent all of it, so many bytes.
  case end(stream: UInt32, count: UInt64)
  /// Either side of a stream gives it up. A sender that is told so tells it too.
  case cancel(stream: UInt32, error: String, reason: String)
  case ping
  case pong
  /// The line ends, for a reason that the other end's person should know.
  case failed(String)
}

/// What an end says of itself.
package struct LineHello: Hashable, Sendable {
  /// Of this protocol.
  package var version: UInt32 = Self.version
  /// The machine's id, as `org.freedesktop.DBus.Peer.GetMachineId` has it.
  package var machine: String
  /// The machine's name, for people.
  package var name: String
  /// Microseconds since 1970 on the machine's clock.
  package var clock: UInt64
  /// Milliseconds without a frame after which the line counts as cut; the shorter one holds.
  package var silence: UInt32

  package static let version: UInt32 = 1

  package init(machine: String, name: String, clock: UInt64, silence: UInt32) {
    self.machine = machine
    self.name = name
    self.clock = clock
    self.silence = silence
  }
}

/// A descriptor of a message, as a stream of the line.
package struct LineStream: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    /// A file: all of it passes before its message is delivered.
    case content = 1
    /// The same of a file in memory, which may be a secret: it never gets on a disk.
    case memory = 2
    /// The receiver of the message reads a pipe.
    case reader = 3
    /// The receiver of the message writes to a pipe.
    case writer = 4
    /// A descriptor that is not the receiver's, in a message that it only watches: it gets a pipe that has ended.
    case nothing = 5

    var isFile: Bool { self == .content || self == .memory }
  }

  package var number: UInt32
  package var kind: Kind
  /// Of a file, in bytes.
  package var size: UInt64

  package init(number: UInt32, kind: Kind, size: UInt64) {
    self.number = number
    self.kind = kind
    self.size = size
  }
}

/// Why a line ends: the other end has not kept to the protocol.
package struct LineViolation: Error, Hashable, Sendable {
  /// For people and logs.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// The limits of a line. None of them is the other end's to choose.
package enum LineLimits {
  package static let frame = 512 << 10
  package static let piece = 256 << 10
  package static let data = 64 << 10
  /// Of one message; a list of all offers has 32 MiB.
  package static let message = 64 << 20
  package static let connections = 64
  package static let streams = 256
  package static let streamsPerMessage = 16
  /// Bytes before the first frame, as a shell's start-up file may print them.
  package static let noise = 64 << 10
  package static let text = 4 << 10
  /// Of content that stays in memory; what is larger gets to a disk.
  package static let memory: UInt64 = 64 << 20
}
