import DBus
import DragSystem
import Foundation
import Testing

/// Values for which libdbus would abort the process are an error before libdbus gets them.
struct RefusalTests {
  @Test(arguments: ["", "no-slash", "/a/", "/a//b", "/ä", "/a\0b"])
  func anInvalidPathIsRefused(_ path: String) throws {
    #expect(throws: BusError.self) {
      try Message.call(to: "org.example.A", path: path, interface: nil, member: "M")
    }
    #expect(throws: BusError.self) {
      try Message.signal(path: path, interface: "org.example.A", member: "M")
    }
    let message = try anyCall()
    let error = #expect(throws: BusError.self) {
      try message.write { writer throws(BusError) in try writer.appendPath(path) }
    }
    #expect(error?.name == BusError.Name.invalidArgs)
    #expect(error?.message.contains(path.isEmpty ? "\"\"" : String(path.prefix(2))) == true)
  }

  @Test(arguments: ["", "org", "org..a", "org.a-b.\0", "ö.a", String(repeating: "a.", count: 200)])
  func anInvalidNameIsRefused(_ name: String) {
    #expect(throws: BusError.self) {
      try Message.call(to: name, path: "/", interface: nil, member: "M")
    }
    #expect(throws: BusError.self) {
      try Message.call(to: "org.example.A", path: "/", interface: name, member: "M")
    }
    #expect(throws: BusError.self) {
      try Message.call(to: "org.example.A", path: "/", interface: nil, member: "-" + name)
    }
  }

  @Test func aStringWithNULIsRefusedAndNotCutOff() throws {
    for text in ["\0", "a\0", "a\0b", String(repeating: "x", count: 40) + "\0y"] {
      let message = try anyCall()
      let error = #expect(throws: BusError.self) {
        try message.write { writer throws(BusError) in try writer.append(text) }
      }
      #expect(error?.name == BusError.Name.invalidArgs)
    }
  }

  @Test func anInvalidSignatureIsRefused() throws {
    for signature in ["(", "a", "z", "a{vs}", "s\0", String(repeating: "s", count: 256)] {
      let message = try anyCall()
      #expect(throws: BusError.self) {
        try message.write { writer throws(BusError) in try writer.appendSignature(signature) }
      }
      #expect(throws: BusError.self) {
        try message.write { writer throws(BusError) in
          try writer.appendVariant(signature) { _ in }
        }
      }
      #expect(throws: BusError.self) {
        try message.write { writer throws(BusError) in
          try writer.appendArray(of: signature) { _ in }
        }
      }
    }
  }

  @Test func anErrorInsideContainersLeavesThem() throws {
    let message = try anyCall()
    let error = #expect(throws: BusError.self) {
      try message.write { writer throws(BusError) in
        try writer.appendDictionary { dictionary throws(BusError) in
          try dictionary.entry(
            "inner",
            dictionary: { inner throws(BusError) in
              try inner.entry("bad", path: "not a path")
            })
        }
      }
    }
    #expect(error?.message.contains("not a path") == true)
  }

  @Test func sixtyMebibytesTravelInOneArrayAndBackUnharmed() throws {
    let message = try anyCall()
    let count = 60 << 20
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: index &* 31 >> 3) }
      initialized = count
    }
    try message.write { writer throws(BusError) in try writer.appendBytes(bytes) }
    var reader = message.read()
    #expect(try reader.bytes() == bytes)
  }

  @Test func anArrayOfExactly64MebibytesIsTakenAndOneByteMoreRefused() throws {
    let most = [UInt8](repeating: 1, count: 64 << 20)
    let message = try anyCall()
    try message.write { writer throws(BusError) in try writer.appendBytes(most) }
    let error = #expect(throws: BusError.self) {
      try anyCall().write { writer throws(BusError) in try writer.appendBytes(most + [1]) }
    }
    #expect(error?.name == BusError.Name.limitsExceeded)
  }

  @Test func manySmallElementsPast64MebibytesAreRefused() throws {
    let text = String(repeating: "x", count: 1 << 20)
    let error = #expect(throws: BusError.self) {
      try anyCall().write { writer throws(BusError) in
        try writer.appendArray(of: "as") { outer throws(BusError) in
          for _ in 0..<64 {
            try outer.appendArray(of: "s") { inner throws(BusError) in try inner.append(text) }
          }
        }
      }
    }
    #expect(error?.name == BusError.Name.limitsExceeded)
  }

  @Test func aMessagePast128MebibytesIsRefused() throws {
    let half = [UInt8](repeating: 1, count: 63 << 20)
    let error = #expect(throws: BusError.self) {
      try anyCall().write { writer throws(BusError) in
        try writer.appendBytes(half)
        try writer.appendBytes(half)
        try writer.appendBytes(half)
      }
    }
    #expect(error?.name == BusError.Name.limitsExceeded)
  }

  @Test func theSeventeenthDescriptorIsRefusedUnlessAllowed() throws {
    let (reads, writes) = try pipes(1)
    let descriptor = OwnedFileDescriptor(adopting: reads[0])
    _ = OwnedFileDescriptor(adopting: writes[0])
    let message = try anyCall()
    let error: BusError?
    do throws(BusError) {
      try append(17, of: descriptor, to: message)
      error = nil
    } catch let failure {
      error = failure
    }
    #expect(error?.name == BusError.Name.limitsExceeded)
    let roomy = try anyCall()
    roomy.descriptorLimit = 17
    try append(17, of: descriptor, to: roomy)
    #expect(roomy.descriptorCount == 17)
  }

  private func append(
    _ count: Int, of descriptor: borrowing OwnedFileDescriptor, to message: Message
  ) throws(BusError) {
    for _ in 0..<count {
      let number = descriptor.rawValue
      try message.write { writer throws(BusError) in
        try writer.append(descriptor: OwnedFileDescriptor(adopting: dup(number)))
      }
    }
  }
}
