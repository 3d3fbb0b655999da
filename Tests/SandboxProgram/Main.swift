import CLinux
import PictureDecoding

/// Gives up what a decoder of pictures gives up, and prints what it can still do: a line for each attempt, with `done`
/// or the error.
///
///     sandboxprogram OWNER FILE
@main enum Main {
  static func main() {
    guard CommandLine.arguments.count == 3, let owner = Int32(CommandLine.arguments[1]),
      DecoderSandbox.enter(owner: owner)
    else { exit(PictureStatus.failed.rawValue) }
    let file = CommandLine.arguments[2]
    let folder = file.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    attempt("read a file of the person") { linux_open(file, O_RDONLY, 0) }
    attempt("write a file") { linux_open(file + ".new", O_WRONLY | O_CREAT, 0o600) }
    attempt("remove a file") { unlink(file) }
    attempt("make a folder") { mkdir(file + ".d", 0o700) }
    attempt("list a folder of the person") {
      linux_open(folder, O_RDONLY, 0)
    }
    attempt("make a socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
    attempt("make a process") { linux_fork() }
    attempt("run a program") { execve("/bin/true", [nil], [nil]) }
    attempt("look for another process") { kill(owner, 0) }
    attempt("watch another process") { syscall_pidfd_open(owner) }
    attempt("raise a limit") {
      var limit = rlimit(rlim_cur: 60, rlim_max: 60)
      return setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }
    attempt("have much memory") { malloc(PictureLimits.memory) == nil ? -1 : 0 }
    attempt("load a library") { linux_open("/usr/lib/os-release", O_RDONLY, 0) }
    attempt("have some memory") { malloc(PictureLimits.memory / 2) == nil ? -1 : 0 }
    attempt("start a thread") {
      var thread = pthread_t()
      guard pthread_create(&thread, nil, idle, nil) == 0 else { return -1 }
      return pthread_join(thread, nil)
    }
  }

  private static func attempt(_ what: String, _ body: () -> Int32) {
    print("\(what):", body() >= 0 ? "done" : String(cString: strerror(linux_errno())))
  }
}

/// The body of a thread.
private func idle(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { nil }
