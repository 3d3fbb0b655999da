extension ClipboardTable {
  /// Each state's inputs, with the effects in their order, and after the arrow the selection's owner and the number of
  /// the history's entries. “nothing” is no effect, and the state as before.
  static let rows: [State: String] = [
    .empty: """
    program: notify → foreign 0
    paste pastePath pasteUnknown save: refuse → empty 0
    readDone: drop → empty 0
    copy copyCurrent: own notify done → own 0
    current forget pin unpin: fail(noSuchOffer) → empty 0
    history: history(0) → empty 0
    clear: done → empty 0
    published: withdraw → empty 0
    earlier: → empty 1
    left cleared own readFailed pause resume publishFailed released copiedEnded: nothing
    brokerLeft brokerCame time refused: nothing
    """,
    .fresh: """
    left cleared: → vacant 0
    program: notify → foreign 0
    paste pastePath pasteUnknown: refuse → foreign 0
    save time: read(text/plain) → foreign 0
    readDone: drop → foreign 0
    copy copyCurrent: own notify done → own 0
    current: publish(lazy) read(text/plain) → foreign 0
    history: history(0) → foreign 0
    forget pin unpin: fail(noSuchOffer) → foreign 0
    clear: empty notify done → empty 0
    published: withdraw → foreign 0
    earlier: → foreign 1
    own readFailed pause resume publishFailed released copiedEnded brokerLeft brokerCame: nothing
    refused: nothing
    """,
    .inspecting: """
    left cleared: fail(noSuchOffer) → vacant 0
    program: fail(noSuchOffer) notify → foreign 0
    paste pastePath pasteUnknown: refuse → foreign 0
    readDone: drop publish(lazy) read(text/plain) → foreign 0
    readFailed: publish(secret) → foreign 0
    copy copyCurrent: own fail(noSuchOffer) notify done → own 0
    history: history(0) → foreign 0
    forget pin unpin: fail(noSuchOffer) → foreign 0
    clear: empty fail(noSuchOffer) notify done → empty 0
    published: withdraw → foreign 0
    earlier: → foreign 1
    time: cancel publish(secret) → foreign 0
    own save current pause resume publishFailed released copiedEnded brokerLeft brokerCame: nothing
    refused: nothing
    """,
    .publishing: """
    left cleared: fail(noSuchOffer) → vacant 0
    program: fail(noSuchOffer) notify → foreign 0
    paste pastePath pasteUnknown: refuse → foreign 0
    save: → foreign 0
    time: cancel → foreign 0
    readDone readFailed: read(text/html) → foreign 0
    copy copyCurrent: own fail(noSuchOffer) notify done → own 0
    history: history(0) → foreign 0
    forget pin unpin: fail(noSuchOffer) → foreign 0
    clear: empty fail(noSuchOffer) notify done → empty 0
    published: current → foreign 0
    publishFailed: fail(quotaExceeded) → foreign 0
    brokerLeft: fail(stateUnavailable) → foreign 0
    earlier: → foreign 1
    own current pause resume released copiedEnded brokerCame refused: nothing
    """,
    .published: """
    left cleared: → vacant 0
    program: notify → foreign 0
    paste pastePath pasteUnknown: refuse → foreign 0
    save: → foreign 0
    time: cancel → foreign 0
    readDone readFailed: read(text/html) → foreign 0
    copy: own notify done → own 0
    copyCurrent: done → foreign 0
    current: current → foreign 0
    history: history(0) → foreign 0
    forget pin unpin: fail(noSuchOffer) → foreign 0
    clear: empty notify done → empty 0
    published: withdraw → foreign 0
    earlier: → foreign 1
    own pause resume publishFailed released copiedEnded brokerLeft brokerCame refused: nothing
    """,
    .reading: """
    left cleared: → vacant 0
    program: notify → foreign 0
    paste pastePath pasteUnknown: refuse → foreign 0
    readDone readFailed: read(text/html) → foreign 0
    copy copyCurrent: own notify done → own 0
    current: publish(lazy) → foreign 0
    history: history(0) → foreign 0
    forget pin unpin: fail(noSuchOffer) → foreign 0
    clear: empty notify done → empty 0
    published: withdraw → foreign 0
    earlier: → foreign 1
    time: cancel → foreign 0
    own save pause resume publishFailed released copiedEnded brokerLeft brokerCame refused: nothing
    """,
    .held: """
    left cleared: → vacant 1
    program: notify → foreign 1
    paste pastePath pasteUnknown: refuse → foreign 1
    save: serve(constant) → foreign 1
    readDone: drop → foreign 1
    copy: own notify done → own 1
    copyCurrent unpin: done → foreign 1
    current: current → foreign 1
    history: history(1) → foreign 1
    forget: withdraw drop drop save done notify(history) → foreign 0
    pin: save done notify(history) → foreign 1, pinned
    clear: empty notify done → empty 1
    published: withdraw → foreign 1
    brokerCame: notify(history) → foreign 1
    earlier: → foreign 2
    own readFailed pause resume publishFailed released copiedEnded brokerLeft time refused: nothing
    """,
    .vacant: """
    program: notify → foreign 1
    paste pastePath pasteUnknown save: refuse → vacant 1
    readDone: drop → vacant 1
    copy copyCurrent: own notify done → own 1
    current: current → vacant 1
    history: history(1) → vacant 1
    forget: withdraw drop drop save done notify(history) → vacant 0
    pin: save done notify(history) → vacant 1, pinned
    unpin: done → vacant 1
    clear: empty notify done → empty 1
    published: withdraw → vacant 1
    brokerCame: notify(history) → vacant 1
    earlier: → vacant 2
    time: own(unlessTaken) → own 1
    left cleared own readFailed pause resume publishFailed released copiedEnded: nothing
    brokerLeft refused: nothing
    """,
    .unread: """
    program: notify → foreign 0
    paste pastePath pasteUnknown save: refuse → vacant 0
    readDone: drop → vacant 0
    copy copyCurrent: own notify done → own 0
    current forget pin unpin: fail(noSuchOffer) → vacant 0
    history: history(0) → vacant 0
    clear: empty notify done → empty 0
    published: withdraw → vacant 0
    earlier: → vacant 1
    time: notify → empty 0
    left cleared own readFailed pause resume publishFailed released copiedEnded: nothing
    brokerLeft brokerCame refused: nothing
    """,
    .secret: """
    left cleared: → vacant 0
    program: notify → foreign 0
    paste pastePath pasteUnknown save: refuse → foreign 0
    readDone: drop → foreign 0
    copy copyCurrent: own notify done → own 0
    current: publish(secret) → foreign 0
    history: history(0) → foreign 0
    forget pin unpin: fail(noSuchOffer) → foreign 0
    clear: empty notify done → empty 0
    published: withdraw → foreign 0
    earlier: → foreign 1
    own readFailed pause resume publishFailed released copiedEnded brokerLeft brokerCame time: nothing
    refused: nothing
    """,
    .restored: """
    left cleared: notify → empty 1
    program: notify → foreign 1
    paste: serve(held) → own 1
    pastePath: publish(relay) → own 1
    pasteUnknown save: refuse → own 1
    readDone: drop → own 1
    copy: own notify done → own 1
    copyCurrent: save own notify done notify(history) → own 1
    current: current → own 1
    history: history(1) → own 1
    forget: disown drop drop notify save done notify(history) → empty 0
    pin: save done notify(history) → own 1, pinned
    unpin: done → own 1
    clear: disown notify done → empty 1
    published: withdraw → own 1
    brokerCame: notify(history) → own 1
    earlier: → own 2
    own readFailed pause resume publishFailed released copiedEnded brokerLeft time refused: nothing
    """,
    .claimed: """
    paste: serve(offer) → own 0
    pastePath: publish(relay) → own 0
    pasteUnknown save: refuse → own 0
    readDone: drop → own 0
    copy copyCurrent: own notify done → own 0
    current: current → own 0
    history: history(0) → own 0
    forget pin unpin: fail(noSuchOffer) → own 0
    clear: disown notify done → empty 0
    published: withdraw → own 0
    copiedEnded: disown notify → empty 0
    earlier: → own 1
    left cleared program own readFailed pause resume publishFailed released brokerLeft brokerCame: nothing
    time refused: nothing
    """,
    .overtaken: """
    paste: serve(offer) → own 0
    pastePath: publish(relay) → own 0
    pasteUnknown save: refuse → own 0
    readDone: drop → own 0
    copy copyCurrent: own notify done → own 0
    current: current → own 0
    history: history(0) → own 0
    forget pin unpin: fail(noSuchOffer) → own 0
    clear: disown notify done → empty 0
    published: withdraw → own 0
    copiedEnded: disown notify → empty 0
    earlier: → own 1
    time refused: notify → foreign 0
    left cleared program own readFailed pause resume publishFailed released brokerLeft brokerCame: nothing
    """,
    .shown: """
    left cleared: notify → empty 0
    program: notify → foreign 0
    paste: serve(offer) → own 0
    pastePath: publish(relay) → own 0
    pasteUnknown save: refuse → own 0
    readDone: drop → own 0
    copy copyCurrent: own notify done → own 0
    current: current → own 0
    history: history(0) → own 0
    forget pin unpin: fail(noSuchOffer) → own 0
    clear: disown notify done → empty 0
    published: withdraw → own 0
    copiedEnded time: disown notify → empty 0
    earlier: → own 1
    own readFailed pause resume publishFailed released brokerLeft brokerCame refused: nothing
    """,
    .remembering: """
    left cleared: notify → empty 0
    program: notify → foreign 0
    paste: serve(offer) → own 0
    pastePath: publish(relay) → own 0
    pasteUnknown save: refuse → own 0
    readDone: publish(held) save notify(history) → own 1
    copy copyCurrent: own notify done → own 0
    current: current → own 0
    history: history(0) → own 0
    forget pin unpin: fail(noSuchOffer) → own 0
    clear: disown notify done → empty 0
    published: withdraw → own 0
    copiedEnded: disown notify → empty 0
    earlier: → own 1
    time: cancel → own 0
    own readFailed pause resume publishFailed released brokerLeft brokerCame refused: nothing
    """,
    .relaying: """
    left cleared: refuse notify → empty 0
    program: refuse notify → foreign 0
    paste: serve(offer) → own 0
    pasteUnknown save publishFailed brokerLeft: refuse → own 0
    readDone: drop → own 0
    copy copyCurrent: own refuse notify done → own 0
    current: current → own 0
    history: history(0) → own 0
    forget pin unpin: fail(noSuchOffer) → own 0
    clear: disown refuse notify done → empty 0
    published: serve(constant) → own 0
    copiedEnded: disown refuse notify → empty 0
    earlier: → own 1
    own pastePath readFailed pause resume released time brokerCame refused: nothing
    """,
    .relayed: """
    left cleared: withdraw notify → empty 0
    program: withdraw notify → foreign 0
    paste: serve(offer) → own 0
    pastePath: serve(constant) → own 0
    pasteUnknown save: refuse → own 0
    readDone: drop → own 0
    copy copyCurrent: own withdraw notify done → own 0
    current: current → own 0
    history: history(0) → own 0
    forget pin unpin: fail(noSuchOffer) → own 0
    clear: disown withdraw notify done → empty 0
    published: withdraw → own 0
    copiedEnded: disown withdraw notify → empty 0
    earlier: → own 1
    own readFailed pause resume publishFailed released brokerLeft brokerCame time refused: nothing
    """,
    .echoed: """
    left cleared: → vacant 0
    program: notify → foreign 0
    paste pastePath pasteUnknown save: refuse → foreign 0
    readDone: drop → foreign 0
    copy copyCurrent: own notify done → own 0
    current: current → foreign 0
    history: history(0) → foreign 0
    forget pin unpin: fail(noSuchOffer) → foreign 0
    clear: empty notify done → empty 0
    published: withdraw → foreign 0
    earlier: → foreign 1
    own readFailed pause resume publishFailed released copiedEnded brokerLeft brokerCame time: nothing
    refused: nothing
    """,
    .orphaned: """
    left cleared: → vacant 0
    program: notify → foreign 0
    paste pastePath pasteUnknown save: refuse → foreign 0
    readDone: drop → foreign 0
    copy copyCurrent: own notify done → own 0
    current: publish(lazy) → foreign 0
    history: history(0) → foreign 0
    forget pin unpin: fail(noSuchOffer) → foreign 0
    clear: empty notify done → empty 0
    published: withdraw → foreign 0
    earlier: → foreign 1
    own readFailed pause resume publishFailed released copiedEnded brokerLeft brokerCame time: nothing
    refused: nothing
    """,
    .paused: """
    left cleared: → vacant 0
    program: save notify notify(history) → foreign 0
    paste pastePath pasteUnknown save: refuse → foreign 0
    readDone: drop → foreign 0
    copy copyCurrent: own notify done → own 0
    current: publish(lazy) → foreign 0
    history: history(0) → foreign 0
    forget pin unpin: fail(noSuchOffer) → foreign 0
    clear: empty notify done → empty 0
    published: withdraw → foreign 0
    earlier: → foreign 1
    own readFailed pause resume publishFailed released copiedEnded brokerLeft brokerCame time: nothing
    refused: nothing
    """,
    .primary: """
    left cleared: → vacant 0
    program: notify → foreign 0
    paste pastePath pasteUnknown save: refuse → foreign 0
    readDone: drop → foreign 0
    copy copyCurrent: own notify done → own 0
    current: publish(lazy) → foreign 0
    history: history(0) → foreign 0
    forget pin unpin: fail(noSuchOffer) → foreign 0
    clear: empty notify done → empty 0
    published: withdraw → foreign 0
    earlier: → foreign 1
    own readFailed pause resume publishFailed released copiedEnded brokerLeft brokerCame time: nothing
    refused: nothing
    """,
  ]
}
