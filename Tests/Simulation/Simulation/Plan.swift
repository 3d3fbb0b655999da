/// All that decides a run: the programs with what they do, what fails, and the seeds.
///
/// The swarm draws a plan from a seed; what is kept, shrunk and replayed is the plan.
package struct Plan: Codable, Hashable, Sendable {
  /// What has drawn it.
  package var workload: String
  /// What the plan has found, for its readers.
  package var finding: String?
  /// Of the random numbers that the programs, the bus and the faults take.
  package var seed: UInt64
  package var schedule = Schedule()
  package var bus = BusRules()
  package var programs: [Program] = []
  package var faults: [Fault] = []
  package var fates: [Fate] = []
  /// Whether a service manager starts dragd, starts it again when it fails, and keeps its descriptors meanwhile.
  package var isManaged = false
  /// Whether everybody leaves before anybody looks at what there is: a look may mend what was wrong.
  package var endsUnseen = false

  package init(workload: String, seed: UInt64) {
    self.workload = workload
    self.seed = seed
  }

  /// Whether anything is killed, fails or stands still.
  package var isUndisturbed: Bool { faults.isEmpty && fates.isEmpty }

  /// Whether nothing happens to processes but that they end or stand still.
  package var onlyEnds: Bool { faults.allSatisfy { $0.kind.isKill || $0.kind.isPause } }

  /// Whether nothing happens to processes but that they stand still.
  package var onlyWaits: Bool {
    faults.allSatisfy(\.kind.isPause)
      && fates.allSatisfy { $0.event == .freeze || $0.event == .thaw }
  }

  /// Whether one of these processes ends, or something fails for it.
  package func disturbs(_ process: String) -> Bool {
    faults.contains { $0.process.hasPrefix(process) && !$0.kind.isPause }
      || fates.contains {
        $0.process.hasPrefix(process) && $0.event != .freeze && $0.event != .thaw
      }
  }

  /// Whether one of these processes stands still for a time.
  package func pauses(_ process: String) -> Bool {
    faults.contains {
      $0.process.hasPrefix(process) && [.frozen, .frozenAtSend].contains($0.kind)
    } || fates.contains { $0.process.hasPrefix(process) && $0.event == .freeze }
  }
}

/// One program and what it does, in this order.
package struct Program: Codable, Hashable, Sendable {
  /// Such as “source 1”: no other one has it.
  package var name: String
  package var kind: String
  package var steps: [Step]
  /// Whether it is of another session of the same user, with a bus of its own.
  package var hasSecondBus = false

  package init(name: String, kind: String, steps: [Step], hasSecondBus: Bool = false) {
    self.hasSecondBus = hasSecondBus
    self.name = name
    self.kind = kind
    self.steps = steps
  }
}

package struct Step: Codable, Hashable, Sendable {
  /// Which it is, in the words of the program's kind.
  package var act: String
  /// Milliseconds that the program waits before it.
  package var after: UInt64 = 0
  /// Bytes of an item.
  package var size = 0
  package var count = 1
  package var words: [String] = []

  package init(
    _ act: String, after: UInt64 = 0, size: Int = 0, count: Int = 1, words: [String] = []
  ) {
    self.act = act
    self.after = after
    self.size = size
    self.count = count
    self.words = words
  }
}

/// How the threads take turns.
package struct Schedule: Codable, Hashable, Sendable {
  package enum Policy: String, Codable, CaseIterable, Sendable {
    case uniform, sticky, priorities, starve
  }

  package var seed: UInt64 = 1
  package var policy = Policy.uniform
  /// How often priorities change, or the number of the process that starves.
  package var detail: UInt32 = 0
  /// One of so many calls takes longer; 0: none does.
  package var delayedOneOf: UInt32 = 0
  /// In nanoseconds.
  package var longestDelay: UInt64 = 1_000_000

  package init() {}
}

/// Something that fails for a process.
package struct Fault: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case noDescriptor, noThread, noMemoryFile, diskFull, diskError, diskReadOnly, unsupportedCall,
      busySeal, interrupted, short, frozen, frozenAtSend
    case killed, killedAtRename, killedAtSync, killedAtUnlink, killedAtSend

    package var isKill: Bool { self >= .killed }
    package var isOfDisk: Bool { [.diskFull, .diskError, .diskReadOnly].contains(self) }
    /// Whether it only makes the process slow.
    package var isPause: Bool { [.interrupted, .short, .frozen, .frozenAtSend].contains(self) }
  }

  package var process: String
  package var kind: Kind
  /// The n-th call that can fail so; nil for one of `oneOf`.
  package var at: UInt64?
  package var oneOf: UInt32?

  package init(_ process: String, _ kind: Kind, at: UInt64? = nil, oneOf: UInt32? = nil) {
    self.process = process
    self.kind = kind
    self.at = at
    self.oneOf = oneOf
  }
}

extension Fault.Kind: Comparable {
  var number: UInt32 { UInt32(Self.allCases.firstIndex(of: self) ?? 0) }

  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// Something that happens to a process at a time.
package struct Fate: Codable, Hashable, Sendable {
  package enum Event: String, Codable, Sendable {
    case freeze, thaw, kill, terminate
    /// As terminate; then the service manager starts it again, as for an upgrade.
    case restart
  }

  package var process: String
  package var event: Event
  /// Milliseconds after the start.
  package var at: UInt64

  package init(_ process: String, _ event: Event, at: UInt64) {
    self.process = process
    self.event = event
    self.at = at
  }
}
