internal import CommandLineArguments
internal import Translations

/// The flags that several verbs share.
extension Flag {
  static let json = Flag("json", help: "print JSON")
  static let progress = Flag(
    "progress", value: .required("WHEN"), completes: .words(["auto", "always", "never"]),
    help: "auto (on a terminal), always or never")
}

/// The lists that `dragctl completion` prints.
extension Completes {
  /// Ids of the present offers.
  static let offers = Completes.listed("offers")
  /// Types of the present offers.
  static let types = Completes.listed("types")
  /// Names of drop targets.
  static let targets = Completes.listed("targets")
}
