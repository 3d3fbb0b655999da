// PhotoInbox FOLDER: a drop target for pictures, which keeps each under its own name.
import DragClient

let folder = CommandLine.arguments[1]
let client = try await DragClient.connect()
_ = try await client.registerTarget("Photos", types: ["image/*"], label: "Photo Inbox") { drop in
  for item in drop.items { try await drop.loading(item).save(into: folder) }
}
for await _ in client.offers {}  // as long as there is a bus
