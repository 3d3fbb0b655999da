internal import DragModel
internal import Translations

extension ErrorCode {
  /// dragd's English message; in another language the translated meaning of the code precedes it.
  func said(_ message: String) -> String {
    meaning.translation.map { "\($0) (\(message))" } ?? message
  }

  private var meaning: Translatable {
    switch self {
    case .invalidArguments: Translatable("dragd does not understand the request")
    case .invalidType: Translatable("this is not a valid type")
    case .invalidDescriptor: Translatable("this file cannot be offered")
    case .noSuchOffer: Translatable("there is no such offer")
    case .noSuchItem: Translatable("there is no such item")
    case .noSuchTransfer: Translatable("there is no such transfer")
    case .noSuchTarget: Translatable("there is no such drop target")
    case .notAcceptable: Translatable("nothing in it has an acceptable type")
    case .operationNotAllowed: Translatable("this operation is not allowed")
    case .busy: Translatable("another program is using it")
    case .tooManyItems: Translatable("there are too many items")
    case .quotaExceeded: Translatable("a quota is exceeded")
    case .accessDenied: Translatable("this program may not do that")
    case .forbidden: Translatable("the target forbids it")
    case .cancelled: Translatable("it was cancelled")
    case .changed: Translatable("the content was changed meanwhile")
    case .truncated: Translatable("the content ended too early")
    case .stalled: Translatable("no bytes came for too long")
    case .sourceFailed: Translatable("the source failed")
    case .targetFailed: Translatable("the target failed")
    case .storageFull: Translatable("the disk is full")
    case .stateUnavailable: Translatable("the state cannot be written down")
    }
  }
}
