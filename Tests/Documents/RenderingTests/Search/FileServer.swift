import Foundation

/// A web server of a folder, on this machine, until it is released.
final class FileServer {
  /// The address of the folder; it ends in a slash.
  let url: URL
  private let listener: Int32

  init(folder: URL) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    // The closure's pointer is to the whole structure, whose size is passed, and does not escape.
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/") else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    self.url = url
    signal(SIGPIPE, SIG_IGN)  // A browser need not wait for the whole answer.
    // A thread for each connection: browsers open some that they may use later.
    Thread.detachNewThread {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        Thread.detachNewThread { Self.answer(connection, from: folder) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func answer(_ connection: Int32, from folder: URL) {
    defer { close(connection) }
    var request: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while !request.ends(with: "\r\n\r\n".utf8) {
      let count = recv(connection, &bytes, bytes.count, 0)
      guard count > 0 else { return }
      request += bytes[..<count]
    }
    let target = String(decoding: request, as: UTF8.self).split(separator: " ").dropFirst().first ?? "/"
    let path = target.removingPercentEncoding ?? ""
    let content = path.contains("..") ? nil : try? Data(contentsOf: folder.appending(path: path))
    let types = ["html": "text/html", "css": "text/css", "js": "text/javascript"]
    let head =
      "HTTP/1.1 \(content == nil ? "404 Not Found" : "200 OK")\r\nContent-Length: \(content?.count ?? 0)\r\n"
      + "Content-Type: \(types[URL(filePath: path).pathExtension] ?? "text/plain")\r\nConnection: close\r\n\r\n"
    try? FileHandle(fileDescriptor: connection).write(contentsOf: Data(head.utf8) + (content ?? Data()))
  }
}

extension [UInt8] {
  fileprivate func ends(with end: some Collection<UInt8>) -> Bool { suffix(end.count).elementsEqual(end) }
}
