internal import CommandLineArguments
internal import FolderArchive
internal import Translations

/// The flags that say what becomes of links and unreadable things in a folder.
enum FolderFlags {
  static let dereference = Flag(
    "dereference", help: "of a folder: what links in it lead to, instead of the links")
  static let links = Flag("links", help: "of a folder: links that lead out of it, as links")
  static let skipUnreadable = Flag(
    "skip-unreadable", help: "of a folder: leave out what cannot be read, and say so")
  static let takeLinks = Flag(
    "links", help: "take links that lead out of a folder, from your programs outside of a sandbox")

  /// Those of a verb that offers folders.
  static let all = [dereference, links, skipUnreadable]

  static func options(_ invocation: Invocation) throws(Failure) -> FolderOptions {
    var options = FolderOptions()
    options.followsLinks = invocation.has(dereference)
    options.keepsOuterLinks = invocation.has(links)
    options.skipsUnreadable = invocation.has(skipUnreadable)
    guard !options.followsLinks || !options.keepsOuterLinks else {
      throw .usage(translated("--dereference and --links contradict each other"))
    }
    return options
  }
}
