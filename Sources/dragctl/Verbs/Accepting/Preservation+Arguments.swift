internal import CommandLineArguments
internal import Translations

extension Preservation {
  /// What `--preserve` and `--no-preserve` say.
  ///
  /// - Parameter keepsFiles: whether there is a file that can keep something.
  init(_ invocation: Invocation, keepsFiles: Bool) throws(Failure) {
    switch (invocation.has(AcceptVerb.preserve), invocation.has(AcceptVerb.noPreserve)) {
    case (true, true):
      throw .usage(translated("--preserve and --no-preserve contradict each other"))
    case (true, false):
      guard keepsFiles else {
        throw .usage(translated("--preserve needs --output with a file or folder"))
      }
      self = .all
    case (false, true): self = .nothing
    case (false, false): self = .usual
    }
  }
}
