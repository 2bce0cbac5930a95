import Foundation

/// Responses on their way: at most one piece is in the buffer.
extension HTTPConnection {
  /// The size of the pieces in which bytes and files are sent.
  private static let pieceSize = 1 << 17

  /// Sends the response to the request that is answered, unless the client has gone.
  func respond(_ response: HTTPResponse, to request: HTTPRequest) {
    listener.loop.assertIsCurrent()
    guard phase == .answering else { return }
    task = nil
    let message = HTTPMessage(
      response, to: request, keepsConnection: keepsOpen && !listener.isStopping, date: listener.date())
    keepsOpen = message.keepsConnection
    send(message.head)
    body = message.body
    if case .stream(let chunks, _, let isChunked) = body {
      // The client closed its side before the stream began, see `handle(_:)`.
      if hasEnded { return close() }
      phase = .streaming
      task = Task(executorPreference: listener.threads) { [self] in
        await stream(chunks)
        listener.loop.perform { self.streamEnded(isChunked: isChunked) }
      }
      if listener.isStopping { task?.cancel() }
    } else {
      phase = .sending
      sendPiece()
    }
  }

  /// Called when all that was in the buffer has been sent.
  func outputSent() {
    switch phase {
    case .sending: if !sendPiece() { responseEnded() }
    case .streaming:
      timer.set(limits.heartbeat)
      flushed?.resume(returning: true)
      flushed = nil
    case .waiting, .reading, .answering, .lingering, .closed: break
    }
  }

  /// Sends the next piece of the body.
  ///
  /// - Returns: Whether anything will be sent.
  @discardableResult
  private func sendPiece() -> Bool {
    switch body {
    case .bytes(let bytes, let range) where !range.isEmpty:
      let end = min(range.upperBound, range.lowerBound + Self.pieceSize)
      send(bytes[range.lowerBound..<end])
      body = .bytes(bytes, end..<range.upperBound)
      return true
    case .file(let file, let range) where !range.isEmpty:
      let end = min(range.upperBound, range.lowerBound + Self.pieceSize)
      // The length has been announced: the client has to notice that less follows.
      guard let piece = file.read(range.lowerBound..<end) else {
        close(isAbrupt: true)
        return true
      }
      send(piece)
      body = .file(file, end..<range.upperBound)
      return true
    case .bytes, .file, .stream:
      body = .none
      return false
    }
  }

  // MARK: - Streams

  /// Sends the chunks of a sequence, until it ends or the client goes away.
  private func stream(_ chunks: some AsyncSequence<[UInt8], Never>) async {
    for await chunk in chunks where !chunk.isEmpty {
      guard await sendChunk(chunk) else { return }
    }
  }

  /// Waits until a chunk has been sent.
  ///
  /// - Returns: Whether it was, and not the connection closed.
  private func sendChunk(_ chunk: [UInt8]) async -> Bool {
    await withCheckedContinuation { continuation in
      let isAccepted = listener.loop.perform { [self] in
        guard phase == .streaming else { return continuation.resume(returning: false) }
        timer.unset()
        flushed = continuation
        sendFramed(chunk)
      }
      if !isAccepted { continuation.resume(returning: false) }
    }
  }

  func sendHeartbeat() {
    guard case .stream(_, let heartbeat, _) = body, !heartbeat.isEmpty else { return }
    sendFramed(heartbeat)
  }

  private func sendFramed(_ chunk: [UInt8]) {
    guard case .stream(_, _, isChunked: true) = body else { return send(chunk) }
    send(Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8))
  }

  private func streamEnded(isChunked: Bool) {
    guard phase == .streaming else { return }
    timer.unset()
    body = .none
    phase = .sending
    if isChunked { send(Array("0\r\n\r\n".utf8)) }
    if isFlushed { responseEnded() }
  }
}
