internal import CLinux

/// Both ends of a program's standard streams.
struct Streams {
  /// The descriptors that the program gets as 0, 1 and 2.
  private(set) var given: [Int32] = []
  /// The test's ends; −1 for a stream without one.
  private(set) var input: Int32 = -1
  private(set) var output: Int32 = -1
  private(set) var error: Int32?
  /// The path of the terminal, which the program opens itself.
  private(set) var terminal: String?

  init(input: Program.Input, output: Program.Output) throws(HarnessFailure) {
    switch output {
    case .terminal(let columns, let rows):
      try openTerminal(columns: columns, rows: rows)
    case .pipes:
      given.append(try openInput(input))
      let (outputReader, outputWriter) = try makePipe()
      let (errorReader, errorWriter) = try makePipe()
      given += [outputWriter, errorWriter]
      (self.output, error) = (outputReader, errorReader)
    }
  }

  func closeGiven() {
    for descriptor in given { close(descriptor) }
  }

  func abandon() {
    closeGiven()
    for descriptor in Set([input, output, error ?? -1]) where descriptor >= 0 { close(descriptor) }
  }

  private mutating func openInput(_ source: Program.Input) throws(HarnessFailure) -> Int32 {
    switch source {
    case .empty:
      return try checked("open /dev/null", linux_open("/dev/null", O_RDONLY | O_CLOEXEC, 0))
    case .file(let path):
      return try checked("open \(path)", linux_open(path, O_RDONLY | O_CLOEXEC, 0))
    case .text(let text):
      return try openInput(.bytes(Array(text.utf8)))
    case .bytes(let bytes):
      let file = try checked("memfd_create", memfd_create("standard input", MFD_CLOEXEC))
      try writeAll(bytes, to: file)
      lseek(file, 0, SEEK_SET)
      return file
    case .pipe:
      let (reader, writer) = try makePipe()
      input = writer
      return reader
    }
  }

  private mutating func openTerminal(columns: Int, rows: Int) throws(HarnessFailure) {
    let controller = try checked("posix_openpt", posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    var name = [CChar](repeating: 0, count: 64)
    guard grantpt(controller) == 0, unlockpt(controller) == 0,
      ptsname_r(controller, &name, name.count) == 0
    else { throw .last("ptsname") }
    try setWindowSize(of: controller, columns: columns, rows: rows)
    terminal = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    input = try checked("dup", linux_fcntl(controller, F_DUPFD_CLOEXEC, 0))
    output = controller
  }
}

/// Sets the size of a terminal; its processes get SIGWINCH.
func setWindowSize(of terminal: Int32, columns: Int, rows: Int) throws(HarnessFailure) {
  var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  let result = withUnsafeMutableBytes(of: &size) { bytes in
    linux_ioctl_int(
      terminal, UInt(TIOCSWINSZ), bytes.baseAddress!.assumingMemoryBound(to: Int32.self))
  }
  try checked("ioctl(TIOCSWINSZ)", result)
}

func makePipe() throws(HarnessFailure) -> (reader: Int32, writer: Int32) {
  var ends: [Int32] = [-1, -1]
  try checked("pipe2", pipe2(&ends, O_CLOEXEC))
  return (ends[0], ends[1])
}

func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(HarnessFailure) {
  var written = 0
  while written < bytes.count {
    let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress!, $0.count) }
    if count < 0, linux_errno() == EINTR { continue }
    guard count >= 0 else { throw .last("write") }
    written += count
  }
}
