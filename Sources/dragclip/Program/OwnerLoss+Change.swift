internal import ClipboardModel
internal import DisplaySelections

extension OwnerLoss {
  init(_ change: OwnerChange) {
    switch change {
    case .unknown: self = .unknown
    case .set: self = .cleared
    case .ownerEnded: self = .ended
    }
  }
}
