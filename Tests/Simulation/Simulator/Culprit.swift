internal import CLinux
internal import CSimulation
internal import DBus
internal import DragModel
internal import DragSystem
internal import Simulation

/// A program that does what must not happen, so that tests see that it is noticed. Each step is one such thing.
enum Culprit {
  static func run(_ program: Program, _ world: World, _ known: Knowledge, _ files: Files) {
    known.hasArrived(program.name)
    for step in program.steps { commit(step.act, world, known, files) }
  }

  private static func commit(
    _ act: String, _ world: World, _ known: Knowledge, _ files: Files
  ) {
    // Of the dragd that the observer asks: the first one has had nothing to do.
    let offer = Knowledge.Offer(
      source: "the bus", daemon: 1, generation: 1, items: [("x", 1)], uses: 0, isPrivate: false,
      isLazy: false)
    switch act {
    case "closes twice":
      let file = eventfd(0, 0)
      close(file)
      close(file)
    case "uses what is closed":
      let file = eventfd(0, 0)
      close(file)
      var status = stat()
      fstat(file, &status)
    case "waits with a mutex":
      var mutex = pthread_mutex_t()
      pthread_mutex_init(&mutex, nil)
      pthread_mutex_lock(&mutex)
      wait()
      pthread_mutex_unlock(&mutex)
    case "waits outside of its loop":
      sim_serve(sim_current())
      let epoll = epoll_create1(0)
      var event = epoll_event()
      epoll_wait(epoll, &event, 1, 0)
      wait()
    case "crashes": fatalError("on purpose")
    case "waits unseen": _ = clock_nanosleep(CLOCK_REALTIME, 0, &long, nil)
    case "leaves an unfinished file": Files.write([1], to: "\(files.folder)/out/.part")
    case "doubles a moved file":
      let path = files.replace("{move}", for: "a")
      Files.write(Files.bytes(of: path) ?? [], to: "\(files.folder)/out/a.dat")
    case "spoils a copy": Files.write([1], to: "\(files.folder)/out/small.txt")
    case "takes too long":
      files.began("x", sim_current(), ["list", "--timeout", "1s"], at: VirtualTime.now)
      world.sleep(nanoseconds: 10 * VirtualTime.second)
    case "logs a refused event":
      StandardStream.error.print("dragd: the model refused an event that is not a request\n")
    case "forgets an offer": known.offers[nobody] = offer
    case "copies without telling":
      let id = nobody
      known.offers[id] = offer
      known.copies[Knowledge.Use(offer: id, item: 0)] = .init(complete: 1, uncertain: 0)
    case "forgets a target": known.targets[nobody] = ("the bus", 1, "label")
    case "does not arrive":
      world.start("late") { while true { world.sleep(nanoseconds: 100 * VirtualTime.hour) } }
    case "signals after the removal":
      send { bus in
        let path = "/org/dragd/Broker1/transfer/x"
        let removed = try Message.signal(
          path: "/org/dragd/Broker1", interface: "org.freedesktop.DBus.ObjectManager",
          member: "InterfacesRemoved", to: bus.uniqueName)
        try removed.write { writer throws(BusError) in try writer.appendPath(path) }
        bus.send(removed)
        bus.send(
          try .signal(
            path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
            to: bus.uniqueName))
      }
    case "answers what nobody asked":
      send { bus in
        let call = try Message.call(
          to: bus.uniqueName, path: "/x", interface: nil, member: "Nothing")
        bus.onMessage = { message in
          for _ in 0..<2 { bus.send(message.reply()) }
        }
        bus.send(call)
      }
    default: break
    }
  }

  private static func send(_ messages: (Connection) throws -> Void) {
    guard let loop = try? EventLoop(), let bus = try? Connection.session() else { return }
    bus.attach(to: loop, workers: WorkerPool(remote: loop.remote, threads: 1, perLane: 1))
    try? messages(bus)
    for _ in 0..<10 { loop.turn(timeout: 100) }
  }

  private static let nobody = Identifier(high: 1, middle: 2, low: 3)

  private static func wait() { poll(nil, 0, 10) }

  nonisolated(unsafe) private static var long = timespec(tv_sec: 1000, tv_nsec: 0)

  // MARK: In place of dragd

  static func isDaemon(_ plan: Plan) -> Bool {
    plan.programs.contains { $0.steps.contains { $0.act == "is a deaf dragd" } }
  }

  /// Has the name, answers nothing and cannot sleep.
  static func serve() {
    guard let loop = try? EventLoop(), let bus = try? Connection.session() else { return }
    bus.attach(to: loop, workers: WorkerPool(remote: loop.remote, threads: 1, perLane: 1))
    _ = try? bus.requestName(Daemon.busName, .doNotQueue)
    while true { loop.turn(timeout: 1_000) }
  }
}
