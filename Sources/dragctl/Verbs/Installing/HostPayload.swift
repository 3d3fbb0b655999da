internal import CommandLineArguments
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
internal import Translations

/// What another machine gets: the programs of this installation, and what belongs to each. Below the name of the
/// program, `with` has the files that it needs to be started there.
struct HostPayload {
  /// Names of programs, with their bytes.
  private var programs: [(name: String, content: [UInt8])] = []
  /// The folder of this dragctl.
  private let folder: String

  /// The programs that may be there without dragctl's own: the name on the bus by which each is started.
  private static let services = ["dragd": BusName.broker, "dragclip": BusName.clipboard]

  /// Reads the programs beside the one that runs.
  init() throws(Failure) {
    do throws(SystemError) {
      let own = try Folder(path: Array("/proc/self".utf8)).destination(ofLink: Array("exe".utf8))
      folder = String(
        decoding: own.split(separator: UInt8(ascii: "/")).dropLast()
          .map { [UInt8(ascii: "/")] + $0 }.joined(), as: UTF8.self)
      programs = [("dragctl", try Self.content("/proc/self/exe"))]
    } catch {
      throw Failure(
        .other, translated("this program cannot be read: {reason}", ["reason": error.reason]))
    }
    for name in Self.services.keys.sorted(by: >) {
      if let content = try? Self.content("\(folder)/\(name)") { programs.append((name, content)) }
    }
  }

  var names: [String] { programs.map(\.name) }
  /// In bytes.
  var size: Int { programs.reduce(0) { $0 + $1.content.count } }

  /// The archive, for a person whose home there is `home`.
  func archive(home: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, content) in programs {
      bytes += ArchiveEntry.bytes(path: "bin/\(name)", content: content, mode: 0o755)
      guard let service = Self.services[name] else {
        for tool in ClipboardTool.allCases {
          bytes += ArchiveEntry.bytes(
            path: "with/\(name)/libexec/dragd/bin/\(tool.rawValue)", linkTo: "../../../bin/\(name)")
        }
        continue
      }
      var activation = "[D-BUS Service]\nName=\(service)\nExec=\(home)/.local/bin/\(name)\n"
      if let unit = unit(of: name, home: home) {
        activation += "SystemdService=\(name).service\n"
        bytes += ArchiveEntry.bytes(
          path: "with/\(name)/share/systemd/user/\(name).service", content: Array(unit.utf8),
          mode: 0o644)
      }
      bytes += ArchiveEntry.bytes(
        path: "with/\(name)/share/dbus-1/services/\(service).service",
        content: Array(activation.utf8), mode: 0o644)
    }
    return bytes + ArchiveEntry.end
  }

  /// The unit of this installation, for that home; nil where dragctl runs without one, as from a folder of builds.
  private func unit(of name: String, home: String) -> String? {
    for kind in ["lib", "share"] {
      let path = "\(folder)/../\(kind)/systemd/user/\(name).service"
      guard let content = try? Self.content(path) else { continue }
      let lines = String(decoding: content, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      return lines.map { line in
        line.hasPrefix("ExecStart=") ? "ExecStart=\(home)/.local/bin/\(name)" : String(line)
      }.joined(separator: "\n")
    }
    return nil
  }

  private static func content(_ path: String) throws(SystemError) -> [UInt8] {
    guard let file = try FilePath.openRegularFile(Array(path.utf8)),
      let content = try file.readToEnd()
    else { throw SystemError("open", errno: 0) }
    return content
  }
}
