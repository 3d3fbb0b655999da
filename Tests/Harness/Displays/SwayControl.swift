internal import CLinux

/// Asks sway on its socket, sway-ipc(7): a program for each question, swaymsg(1), would take longer to start than the
/// answer.
struct SwayControl {
  enum Question: UInt32 {
    case runCommand = 0
    case outputs = 3
    case tree = 4
  }

  let path: String

  /// The answer, which is JSON.
  func ask(_ question: Question, _ text: String = "") throws(HarnessFailure) -> [UInt8] {
    let socket = try connectSocket(to: path)
    defer { close(socket) }
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    try writeAll(Self.message(question, Array(text.utf8)), to: socket)
    let head = try Self.read(Self.magic.count + 8, from: socket)
    guard head.starts(with: Self.magic) else { throw HarnessFailure("sway answers \(head)") }
    return try Self.read(Self.number(head[Self.magic.count...]), from: socket)
  }

  private static let magic = Array("i3-ipc".utf8)

  /// Numbers have the byte order of the machine.
  private static func message(_ question: Question, _ payload: [UInt8]) -> [UInt8] {
    let numbers = [UInt32(payload.count), question.rawValue]
    return magic + numbers.flatMap { withUnsafeBytes(of: $0) { Array($0) } } + payload
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
  }

  private static func read(_ count: Int, from socket: Int32) throws(HarnessFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var length = 0
    while length < count {
      let more = bytes[length...].withUnsafeMutableBytes {
        CLinux.read(socket, $0.baseAddress!, $0.count)
      }
      if more < 0, linux_errno() == EINTR { continue }
      guard more > 0 else { throw HarnessFailure("sway does not answer") }
      length += more
    }
    return bytes
  }
}
