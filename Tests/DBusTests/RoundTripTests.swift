import DBus
import DragSystem
import Foundation
import Testing

/// A message to write into and read from; it needs no bus.
func anyCall() throws -> Message {
  try Message.call(
    to: "org.example.Peer", path: "/org/example", interface: "org.example.Peer1", member: "Take")
}

struct RoundTripTests {
  @Test func basicTypesComeBackAsTheyWereWritten() throws {
    let message = try anyCall()
    try message.write { writer throws(BusError) in
      try writer.append(true)
      try writer.append(false)
      try writer.append(UInt8.max)
      try writer.append(Int16.min)
      try writer.append(UInt16.max)
      try writer.append(Int32.min)
      try writer.append(UInt32.max)
      try writer.append(Int64.min)
      try writer.append(UInt64.max)
      try writer.append(-0.1)
      try writer.append("")
      try writer.append("Grüße, 世界 \u{1F980} \u{FFFE}")
      try writer.appendPath("/")
      try writer.appendPath("/a/b_1")
      try writer.appendSignature("")
      try writer.appendSignature("a{sv}(hx)")
    }
    #expect(message.signature == "bbynqiuxtdssoogg")
    var reader = message.read()
    #expect(try reader.bool() == true)
    #expect(try reader.bool() == false)
    #expect(try reader.byte() == .max)
    #expect(try reader.int16() == .min)
    #expect(try reader.uint16() == .max)
    #expect(try reader.int32() == .min)
    #expect(try reader.uint32() == .max)
    #expect(try reader.int64() == .min)
    #expect(try reader.uint64() == .max)
    #expect(try reader.double() == -0.1)
    #expect(try reader.string() == "")
    #expect(try reader.string() == "Grüße, 世界 \u{1F980} \u{FFFE}")
    #expect(try reader.path() == "/")
    #expect(try reader.path() == "/a/b_1")
    #expect(try reader.signature() == "")
    #expect(try reader.signature() == "a{sv}(hx)")
    #expect(reader.isAtEnd)
    #expect(reader.type == nil)
    try reader.end()
  }

  @Test func emptyContainersComeBackEmpty() throws {
    let message = try anyCall()
    try message.write { writer throws(BusError) in
      try writer.appendArray(of: "s") { _ in }
      try writer.appendArray(of: "(tt)") { _ in }
      try writer.appendDictionary { _ in }
      try writer.appendBytes([])
      try writer.appendArray(of: "aa{sv}") { outer throws(BusError) in
        try outer.appendArray(of: "a{sv}") { _ in }
      }
      try writer.append("end")
    }
    #expect(message.signature == "asa(tt)a{sv}ayaaa{sv}s")
    var reader = message.read()
    #expect(try reader.strings() == [])
    #expect(reader.elementType == .structure)
    #expect(try reader.array().isAtEnd)
    #expect(try reader.dictionary().isEmpty)
    #expect(try reader.bytes() == [])
    var outer = try reader.array()
    #expect(try outer.array().isAtEnd)
    #expect(outer.isAtEnd)
    #expect(try reader.string() == "end")
  }

  @Test func nestedContainersComeBackInOrder() throws {
    // What an offer looks like: a(a{sv}aa{sv}), a{sv}.
    let message = try anyCall()
    try message.write { writer throws(BusError) in
      try writer.appendArray(of: "(a{sv}aa{sv})") { items throws(BusError) in
        for item in 0..<3 {
          try items.appendStructure { fields throws(BusError) in
            try fields.appendDictionary { attributes throws(BusError) in
              try attributes.entry("name", "item \(item)")
            }
            try fields.appendArray(of: "a{sv}") { representations throws(BusError) in
              for representation in 0..<item {
                try representations.appendDictionary { keys throws(BusError) in
                  try keys.entry("type", "text/plain")
                  try keys.entry("data", bytes: [UInt8(item), UInt8(representation)])
                }
              }
            }
          }
        }
      }
      try writer.appendDictionary { options throws(BusError) in
        try options.entry("b", true)
        try options.entry("y", UInt8(7))
        try options.entry("i", Int32(-7))
        try options.entry("u", UInt32(7))
        try options.entry("x", Int64(-7))
        try options.entry("t", UInt64(7))
        try options.entry("d", 0.5)
        try options.entry("s", "text")
        try options.entry("o", path: "/p")
        try options.entry("as", strings: ["a", ""])
        try options.entry("v", signature: "v") { variant throws(BusError) in
          try variant.appendVariant("(u)") { inner throws(BusError) in
            try inner.appendStructure { fields throws(BusError) in try fields.append(UInt32(9)) }
          }
        }
        try options.entry(
          "more",
          dictionary: { inner throws(BusError) in
            try inner.entry("deep", "yes")
          })
      }
    }

    var reader = message.read()
    var items: [String] = []
    try reader.array { offered throws(DecodingFailure) in
      try offered.structure { fields throws(DecodingFailure) in
        try fields.dictionary { key, value throws(DecodingFailure) in
          items.append(key + "=" + (try value.string()))
        }
        try fields.array { representations throws(DecodingFailure) in
          try representations.dictionary { key, value throws(DecodingFailure) in
            if key == "data" { items.append("\(try value.bytes())") }
          }
        }
      }
    }
    #expect(
      items == ["name=item 0", "name=item 1", "[1, 0]", "name=item 2", "[2, 0]", "[2, 1]"])

    var options = try reader.dictionary()
    var keys: [String] = []
    while let entry = try options.next() {
      let key = entry.key
      var value = entry.value
      keys.append(key)
      switch key {
      case "b": #expect(try value.bool())
      case "y": #expect(try value.byte() == 7)
      case "i": #expect(try value.int32() == -7)
      case "u": #expect(try value.uint32() == 7)
      case "x": #expect(try value.int64() == -7)
      case "t": #expect(try value.uint64() == 7)
      case "d": #expect(try value.double() == 0.5)
      case "s": #expect(try value.string() == "text")
      case "o": #expect(try value.path() == "/p")
      case "as": #expect(try value.strings() == ["a", ""])
      case "v":
        var inner = try value.variant()
        var fields = try inner.structure()
        #expect(try fields.uint32() == 9)
      case "more":
        var inner = try value.dictionary()
        let entry = try inner.next()
        #expect(entry?.key == "deep")
      default: Issue.record("unknown key \(key)")
      }
    }
    #expect(keys == ["b", "y", "i", "u", "x", "t", "d", "s", "o", "as", "v", "more"])
    #expect(reader.isAtEnd)
  }

  @Test func dictionariesOfOtherTypesComeBack() throws {
    let message = try anyCall()
    try message.write { writer throws(BusError) in
      try writer.appendArray(of: "{oa{st}}") { objects throws(BusError) in
        try objects.appendDictionaryEntry { entry throws(BusError) in
          try entry.appendPath("/a")
          try entry.appendArray(of: "{st}") { _ in }
        }
      }
    }
    #expect(message.hasSignature("a{oa{st}}"))
    var reader = message.read()
    var objects = try reader.array()
    var entry = try objects.dictionaryEntry()
    #expect(try entry.path() == "/a")
    #expect(try entry.array().isAtEnd)
    #expect(objects.isAtEnd)
  }

  @Test func argumentsWrittenInTwoStepsFollowEachOther() throws {
    let message = try anyCall()
    try message.write { writer throws(BusError) in try writer.append(UInt8(1)) }
    try message.write { writer throws(BusError) in try writer.append("two") }
    #expect(message.hasSignature("ys"))
  }

  @Test func aCopiedReaderWalksOnItsOwn() throws {
    let message = try anyCall()
    try message.write { writer throws(BusError) in
      try writer.append("one")
      try writer.append("two")
    }
    var first = message.read()
    var second = first
    #expect(try first.string() == "one")
    #expect(try second.string() == "one")
    #expect(try first.string() == "two")
  }

  @Test func sixteenDescriptorsComeBackAsDuplicates() throws {
    let (reads, writes) = try pipes(16)
    let message = try anyCall()
    try message.write { writer throws(BusError) in
      try writer.appendArray(of: "h") { array throws(BusError) in
        for number in writes {
          try array.append(descriptor: OwnedFileDescriptor(adopting: dup(number)))
        }
      }
    }
    #expect(message.carriesDescriptors)
    #expect(message.descriptorCount == 16)
    var reader = message.read()
    var array = try reader.array()
    for index in 0..<16 {
      let descriptor = try array.descriptor()
      #expect(!writes.contains(descriptor.rawValue))
      var byte = UInt8(index)
      #expect(write(descriptor.rawValue, &byte, 1) == 1)
      #expect(fcntl(descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    }
    for (index, number) in reads.enumerated() {
      var byte: UInt8 = 255
      #expect(read(number, &byte, 1) == 1)
      #expect(byte == UInt8(index))
    }
    for number in reads + writes { close(number) }
  }
}

/// Numbers of both ends; the caller closes them.
func pipes(_ count: Int) throws -> (reads: [Int32], writes: [Int32]) {
  var reads: [Int32] = []
  var writes: [Int32] = []
  for _ in 0..<count {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    reads.append(ends[0])
    writes.append(ends[1])
  }
  return (reads, writes)
}
