import Testing

/// A user's work with dragboard, each test on a screen of its own. The tests run one after the other, because each
/// starts several programs.
@Suite(.serialized) enum OnTheDesktop {}

/// The same between dragboard and other programs, well-behaved and hostile. This suite runs in parallel with the first
/// one, because both wait more than they compute.
@Suite(.serialized) enum AmongPrograms {}
