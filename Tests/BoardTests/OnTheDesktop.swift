import Testing

/// What a person does with dragboard, on a screen of its own: one test after the other, for each has several programs.
@Suite(.serialized) enum OnTheDesktop {}

/// The same between dragboard and other programs, good and bad. Beside the first, for both wait more than they work.
@Suite(.serialized) enum AmongPrograms {}

/// How long these tests wait for what is sure to happen.
let calm: Duration = .seconds(90)
