internal import CLinux

/// The arguments of this program.
package enum ProgramArguments {
  /// As the kernel passed them, the program's own name first. They are bytes, because file names need not be UTF-8.
  package static var all: [[UInt8]] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { bytes($0) }
    }
  }

  static func bytes(_ string: UnsafePointer<CChar>) -> [UInt8] {
    UnsafeRawBufferPointer(start: string, count: strlen(string)).map { $0 }
  }
}

/// The environment of this program; see environ(7).
package enum Environment {
  /// The user whose rights this process has.
  package static var user: UInt32 { geteuid() }

  /// Nil when the variable is not set or is empty, which most programs treat alike.
  package static subscript(_ name: String) -> [UInt8]? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return ProgramArguments.bytes(value)
  }
}
