/// A disk of a given size, mounted over a folder for one program and its children.
package struct SmallDisk: Sendable {
  package let bytes: Int
  package let folder: String

  package init(bytes: Int, at folder: String) {
    self.bytes = bytes
    self.folder = folder
  }

  /// The command that runs a program on the disk; the process id is that of the program.
  package func command(
    _ executable: String, _ arguments: [String] = []
  ) -> (executable: String, arguments: [String]) {
    (
      "/usr/bin/python3",
      [Built.tool("small-disk.py"), String(bytes), folder, executable] + arguments
    )
  }

  /// The folder as such a program sees it.
  package func folder(seenBy program: Program) -> String {
    "/proc/\(program.processIdentifier)/root\(folder)"
  }

  /// Why this machine cannot mount one; nil if it can.
  package static let unavailable: String? = {
    do {
      let (executable, arguments) = SmallDisk(bytes: 65_536, at: "/mnt").command("/bin/true")
      let result = try Program.run(executable, arguments)
      return result.exit == .success ? nil : result.error
    } catch {
      return String(describing: error)
    }
  }()
}
