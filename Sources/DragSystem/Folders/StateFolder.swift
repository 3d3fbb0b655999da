/// Where what has to outlive the session stands: `$XDG_STATE_HOME/dragd`, else `~/.local/state/dragd` (XDG
/// Base Directory Specification).
package enum StateFolder {
  package static func path() throws(SystemError) -> String {
    try BaseFolder.path("XDG_STATE_HOME", else: ".local/state")
  }

  /// Makes the folder with its parents if it is not there, and waits until that is on the disk.
  package static func make(_ folder: String) throws(SystemError) {
    try BaseFolder.make(folder, isSynced: true)
  }
}
