extension Unicode.Scalar {
  /// Whether it acts on what stands around it instead of being seen: controls, which steer a terminal; line and
  /// paragraph separators, which forge lines; format characters, which turn the direction of text or hide in it; and
  /// what Unicode reserves for more of these.
  ///
  /// The two joiners are none: Persian and many an emoji cannot be written without them, and all that they change is the
  /// shape of their neighbours.
  package var isHostile: Bool {
    if value < 0x7F { return value < 0x20 }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return !isJoiner
    case .unassigned:
      return properties.isNoncharacterCodePoint || properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }

  /// ZERO WIDTH NON-JOINER and ZERO WIDTH JOINER.
  private var isJoiner: Bool { value == 0x200C || value == 0x200D }

  /// Whether it is seen in a file name as what it is: not hostile, no slash, and nothing that shows nothing, as joiners
  /// and the Hangul fillers. Variation selectors only choose a shape for what stands before them, and stay; so do
  /// characters of private use and those that are not assigned yet, which show as a box.
  var isFileNameScalar: Bool {
    if value < 0x7F { return value >= 0x20 && self != "/" }
    return !isHostile
      && (!properties.isDefaultIgnorableCodePoint || properties.isVariationSelector)
  }

  /// Whether it is drawn onto what stands before it.
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
