internal import CLinux
package import DragSystem

/// A process of its own that decodes one picture: whatever its bytes make a decoder do, this program only sees that the
/// process ends. The kernel kills it when it takes too much, and when the thread that started it ends; the last
/// reference to this object kills it too.
package final class PictureProcess {
  /// Readable once the process has ended.
  package let ended: OwnedFileDescriptor
  private let process: pid_t
  private let result: OwnedFileDescriptor
  private let fitting: PictureSize?
  /// Nil while the process may still run.
  private var end: ShellCommand.End?
  private var isStopped = false

  /// Starts the helper.
  ///
  /// - Parameters:
  ///   - encoded: a regular file, which the helper reads from its beginning.
  ///   - fitting: the size to scale the picture to, with its proportions; nil for its own.
  /// - Throws: `unavailable`.
  package init(
    _ encoded: borrowing OwnedFileDescriptor, fitting: PictureSize?,
    by helper: String = PictureProcess.helper
  ) throws(PictureFailure) {
    do throws(SystemError) {
      result = try Memfd.create("picture")
      process = try Self.spawn(
        helper, PictureRequest(owner: getpid(), fitting: fitting).arguments,
        input: encoded.rawValue, output: result.rawValue)
      let number = syscall_pidfd_open(process)
      guard number >= 0 else {
        let error = SystemError.last("pidfd_open")
        kill(process, SIGKILL)
        _ = ShellCommand.End(waitingFor: process)
        throw error
      }
      ended = OwnedFileDescriptor(adopting: number)
    } catch {
      throw .unavailable(reason: "\(helper): \(error.reason)")
    }
    self.fitting = fitting
  }

  deinit {
    guard end == nil else { return }
    kill(process, SIGKILL)
    _ = ShellCommand.End(waitingFor: process)
  }

  /// Kills the process.
  package func stop() {
    isStopped = true
    // Until it is waited for, no other process gets its number.
    if end == nil { kill(process, SIGKILL) }
  }

  /// Waits for the end of the process, and returns the picture.
  ///
  /// - Throws: any `PictureFailure`.
  package func picture() throws(PictureFailure) -> DecodedPicture {
    if end == nil {
      var request = pollfd(fd: ended.rawValue, events: Int16(POLLIN), revents: 0)
      let limit = ContinuousClock.now + PictureLimits.patience
      var left = PictureLimits.patience
      while poll(&request, 1, Int32(left / .milliseconds(1)) + 1) < 0, linux_errno() == EINTR {
        left = max(limit - .now, .zero)
      }
      if request.revents == 0 { kill(process, SIGKILL) }
      end = ShellCommand.End(waitingFor: process)
    }
    if isStopped { throw .stopped }
    switch end {
    case .signalled, nil: throw .tooCostly
    case .exited(let status):
      switch PictureStatus(rawValue: status) {
      case .decoded:
        guard let picture = DecodedPicture(result, fitting: fitting) else { throw .undecodable }
        return picture
      case .undecodable: throw .undecodable
      case .tooLarge: throw .tooLarge
      case .tooCostly: throw .tooCostly
      case .forbidden:
        throw .unavailable(
          reason: "glycin cannot start its decoders here, each in a sandbox that bwrap makes")
      case .failed, nil: throw .unavailable(reason: "picturedecoder: status \(status)")
      }
    }
  }
}

extension PictureProcess {
  /// The program: beside this one in a folder of builds, below `libexec` once both are installed.
  package static let helper: String = {
    let name = "picturedecoder"
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    let own = String(
      decoding: path.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = own.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let beside = "\(folder)/\(name)"
    return access(beside, X_OK) == 0 ? beside : "\(folder)/../libexec/dragboard/\(name)"
  }()

  /// Where libraries and what they load are; nothing else of this program's environment concerns the helper. librsvg
  /// would make a thread for each processor.
  private static var environment: [String] {
    let kept = [
      "FONTCONFIG_FILE", "FONTCONFIG_PATH", "GDK_PIXBUF_MODULEDIR", "GDK_PIXBUF_MODULE_FILE",
      "LD_LIBRARY_PATH",
    ]
    return kept.compactMap { name in
      Environment[name].map { "\(name)=\(String(decoding: $0, as: UTF8.self))" }
    } + ["RAYON_NUM_THREADS=1"]
  }

  private static func spawn(
    _ helper: String, _ arguments: [String], input: Int32, output: Int32
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The numbers differ from 0 and 1 in every program that has its standard streams, so both are open in the helper.
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXCPU, SIGXFSZ] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = ([helper] + arguments).map { strdup($0) }
    let variables = environment.map { strdup($0) }
    defer { for string in words + variables { free(string) } }
    var process: pid_t = 0
    let failure = posix_spawn(
      &process, helper, &actions, &attributes, words + [nil], variables + [nil])
    guard failure == 0 else { throw SystemError("posix_spawn", errno: failure) }
    return process
  }
}
