/// The name of a queue of jobs in a `WorkerPool`: those that one peer, one pair of peers or one file can block.
///
/// Every kind of lane is here, so that no two modules use one by accident: each kind has words of its own, and a bus
/// name has no space in it.
package struct Lane: Hashable, Sendable {
  /// The peer or kind of work that can block the lane's jobs. It is charged for the threads that hang (`ThreadShares`).
  enum Blocker: Hashable, Sendable {
    case peer(String)
    /// Work of one kind, whichever peer blocks it.
    case kind(String)
  }

  private let name: String
  /// Empty when only this program's own files and memory are used.
  let blockers: [Blocker]

  private init(_ name: String, blockers: [Blocker] = []) {
    self.name = name
    self.blockers = blockers
  }

  /// For tests and benchmarks.
  package static func named(_ name: String) -> Lane { Lane(name) }

  // MARK: Peers on the bus

  /// Messages and descriptors of a peer.
  package static func peer(_ busName: String) -> Lane { Lane(busName, blockers: [.peer(busName)]) }

  /// Messages of a peer above its share of descriptors.
  ///
  /// Its threads are charged apart: closing a file may succeed even if reading it hangs.
  package static func refused(from busName: String) -> Lane {
    Lane("\(busName), refused", blockers: [.peer(busName), .kind("refused")])
  }

  /// Looks up a peer's process in the system. Nothing of the peer can block this.
  package static func identity(of busName: String) -> Lane { Lane("identity of \(busName)") }

  /// Reads a file in the sandbox of a peer, whose application is not known yet.
  package static func sandbox(of busName: String) -> Lane {
    Lane("sandbox of \(busName)", blockers: [.kind("sandboxes")])
  }

  // MARK: Transfers

  /// Lazy parts between two peers, whose pipes can hang only each other.
  package static func lazy(from source: String, to destination: String) -> Lane {
    Lane("\(source) to \(destination), lazily", blockers: [.peer(source), .peer(destination)])
  }

  /// Held content on its way from a file to a destination.
  package static func held(in file: Lane, to destination: String) -> Lane {
    Lane("\(file.name) to \(destination)", blockers: file.blockers + [.peer(destination)])
  }

  /// One transfer.
  package static func transfer(_ id: some CustomStringConvertible) -> Lane {
    Lane("transfer \(id)")
  }

  /// The lane of the jobs that detach the destinations of jobs that hang in this lane.
  var detaching: Lane { Lane("\(name), detaching", blockers: blockers) }

  // MARK: This program's own files and memory

  package static let memory = Lane("memory")
  package static let moves = Lane("moves")
  package static let state = Lane("state")
  package static let restored = Lane("restored")
  package static let files = Lane("files")
  package static let conversion = Lane("conversion")

  // MARK: Numbered work of a client

  package static func pipe(_ number: UInt64) -> Lane { Lane("pipe \(number)") }
  package static func load(_ number: UInt64) -> Lane { Lane("load \(number)") }
  package static func offer(_ number: UInt64) -> Lane { Lane("offer \(number)") }

  // MARK: The clipboard

  /// A request of dragclip's own for an offer that a program pastes.
  package static func paste(_ number: UInt64) -> Lane { Lane("paste \(number)") }
  /// A read into dragclip's memory.
  package static func read(_ number: UInt64) -> Lane { Lane("read \(number)") }
  /// Text of one transfer that is decoded before it is sent.
  package static func text(of transfer: some CustomStringConvertible) -> Lane {
    Lane("text of \(transfer)")
  }

  // MARK: Displays

  package static let xServer = Lane("X server")
  package static func xRead(_ number: UInt64) -> Lane { Lane("X read \(number)") }
  package static func xRequest(_ number: UInt64) -> Lane { Lane("X request \(number)") }
  package static let mutterRefusals = Lane("mutter refusals")
  package static let mutterSockets = Lane("mutter sockets")
  package static func mutterRead(_ number: UInt64) -> Lane { Lane("mutter read \(number)") }
  package static func mutterRequest(_ number: UInt64) -> Lane { Lane("mutter request \(number)") }
  package static func waylandRefusals(seat: UInt32) -> Lane {
    Lane("Wayland seat \(seat) refusals")
  }
  package static func waylandRead(_ number: UInt64, seat: UInt32) -> Lane {
    Lane("Wayland seat \(seat) read \(number)")
  }
  package static func waylandRequest(_ number: UInt64, seat: UInt32) -> Lane {
    Lane("Wayland seat \(seat) request \(number)")
  }
}
