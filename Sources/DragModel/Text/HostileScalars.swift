extension Unicode.Scalar {
  /// Whether it is invisible and changes the text around it: controls, which command a terminal; line and paragraph
  /// separators, which forge lines; format characters, which reverse the direction of text or hide in it; and what
  /// Unicode reserves for more of these.
  ///
  /// The two joiners are not hostile: Persian and many emoji need them, and they change only the shape of their
  /// neighbours.
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

  /// Whether it may be in a file name: it is neither hostile nor a slash, nor invisible as joiners and Hangul fillers
  /// are. Variation selectors, which only choose the shape of the character before them, are allowed; so are private
  /// and unassigned characters, which show as a box.
  var isFileNameScalar: Bool {
    if value < 0x7F { return value >= 0x20 && self != "/" }
    return !isHostile
      && (!properties.isDefaultIgnorableCodePoint || properties.isVariationSelector)
  }

  /// Whether it is drawn onto the character before it.
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
