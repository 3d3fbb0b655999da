/// Where what has to outlive the session stands: `$XDG_STATE_HOME/dragd`, else `~/.local/state/dragd` (XDG
/// Base Directory Specification), and the same for other programs.
package enum StateFolder {
  package static func path(of program: String = "dragd") throws(SystemError) -> String {
    try BaseFolder.path("XDG_STATE_HOME", else: ".local/state", of: program)
  }

  /// Makes the folder with its parents if it is not there, and waits until that is on the disk.
  package static func make(_ folder: String) throws(SystemError) {
    try BaseFolder.make(folder, isSynced: true)
  }
}
