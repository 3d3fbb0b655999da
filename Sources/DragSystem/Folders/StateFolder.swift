/// The folder for files that outlive the session: `$XDG_STATE_HOME/dragd`, otherwise `~/.local/state/dragd` (XDG Base
/// Directory Specification), and the same for other programs.
package enum StateFolder {
  package static func path(of program: String = "dragd") throws(SystemError) -> String {
    try BaseFolder.path("XDG_STATE_HOME", else: ".local/state", of: program)
  }

  /// Creates the folder with its parents if needed, and waits until they are on the disk.
  package static func make(_ folder: String) throws(SystemError) {
    try BaseFolder.make(folder, isSynced: true)
  }
}
