import Foundation

/// A headless browser with one page, which tests use like a reader: they open pages, type, press keys and click.
///
/// It is driven by the DevTools protocol over a pair of pipes. Every call waits for the browser.
///
/// Source: <https://chromedevtools.github.io/devtools-protocol/>.
final class Browser {
  /// A failed command of the browser, or an error in the page.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The errors reported by the browser so far, such as violations of the page's Content-Security-Policy.
  var problems: [String] = []

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private let profile = FileManager.default.temporaryDirectory.appending(path: "pomona-browser-\(UUID().uuidString)")
  private var received = Data()
  private var events: [String] = []
  private var lastID = 0
  private var session: String?

  init() throws {
    // The browser listens at its descriptor 3 and answers at 4; the shell puts our pipes there.
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", try Self.executable(),
      // The pages are our own, and root cannot use a sandbox.
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--remote-debugging-pipe", "--user-data-dir=\(profile.path())",
    ]
    process.standardInput = input
    process.standardOutput = output
    signal(SIGPIPE, SIG_IGN)  // A browser that has died is an error of the next call.
    try process.run()
    let target = try send("Target.createTarget", ["url": "about:blank"])["targetId"]
    session = try send("Target.attachToTarget", ["targetId": target ?? "", "flatten": true])["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log"] { try send("\(domain).enable") }
  }

  deinit {
    session = nil
    _ = try? send("Browser.close")
    try? input.fileHandleForWriting.close()  // A browser that did not receive that ends with its pipe.
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: profile)
  }

  /// The path of the browser: Debian's, or another one on the PATH.
  private static func executable() throws -> String {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map(String.init)
    let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    let places = names.flatMap { name in folders.map { "\($0)/\(name)" } }
    guard let place = places.first(where: FileManager.default.isExecutableFile) else {
      throw Failure(description: "there is no Chromium; on Debian: apt-get install chromium-headless-shell")
    }
    return place
  }

  // MARK: - Actions

  /// Opens a page, and waits until it is loaded.
  func open(_ url: URL) throws {
    try loading { try send("Page.navigate", ["url": url.absoluteString]) }
  }

  /// Performs an action that opens another page, and waits until that is loaded.
  func loading(_ action: () throws -> Void) throws {
    events = []
    try action()
    while !events.contains("Page.loadEventFired") { try receive() }
  }

  /// Enters a text into the focused element.
  func type(_ text: String) throws { try send("Input.insertText", ["text": text]) }

  /// Presses a key: `Enter`, `ArrowDown`, `/`.
  func press(_ key: String) throws {
    let codes = ["Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40]
    var event: [String: Any] = ["key": key, "windowsVirtualKeyCode": codes[key] ?? 0]
    event["text"] = key == "Enter" ? "\r" : codes[key] == nil ? key : nil
    for type in ["keyDown", "keyUp"] { try send("Input.dispatchKeyEvent", event.merging(["type": type]) { $1 }) }
  }

  /// Clicks into the middle of the first element that a selector finds.
  func click(_ selector: String) throws {
    let place = try evaluate(
      "(({x, y, width, height}) => [x + width / 2, y + height / 2])"
        + "(document.querySelector(\(try Self.literal(selector))).getBoundingClientRect())")
    guard let place = place as? [Double], place.count == 2 else { throw Failure(description: "no \(selector)") }
    for type in ["mousePressed", "mouseReleased"] {
      try send(
        "Input.dispatchMouseEvent", ["type": type, "x": place[0], "y": place[1], "button": "left", "clickCount": 1])
    }
  }

  /// Whether scripts run in the pages that are opened from now on.
  func setScriptsEnabled(_ isEnabled: Bool) throws {
    try send("Emulation.setScriptExecutionDisabled", ["value": !isEnabled])
  }

  // MARK: - Content

  /// The value of an expression in the page, or the result of a promise.
  @discardableResult
  func evaluate(_ expression: String) throws -> Any? {
    let answer = try send(
      "Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true])
    if let exception = answer["exceptionDetails"] { throw Failure(description: "\(expression): \(exception)") }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// Waits until a condition on the document holds; half a minute is enough for any machine.
  func wait(until condition: String) throws {
    try evaluate(
      """
      new Promise((resolve, reject) => {
        const check = () => { if (\(condition)) resolve(true); };
        new MutationObserver(check).observe(
          document, { subtree: true, childList: true, attributes: true, characterData: true });
        setTimeout(() => reject(document.body.innerText), 30000);
        check();
      })
      """)
  }

  /// The texts of the elements that a selector finds.
  func texts(_ selector: String) throws -> [String] {
    let texts = try evaluate("[...document.querySelectorAll(\(try Self.literal(selector)))].map(e => e.textContent)")
    return texts as? [String] ?? []
  }

  /// The value as a literal of JavaScript.
  static func literal(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed), as: UTF8.self)
  }

  // MARK: - The protocol: JSON that ends in a zero byte

  @discardableResult
  private func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    message["sessionId"] = session
    try input.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let answer = try receive()
      guard answer["id"] as? Int == lastID else { continue }
      if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  /// The next answer or event.
  @discardableResult
  private func receive() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = try JSONSerialization.jsonObject(with: received[..<end]) as? [String: Any] ?? [:]
        received = Data(received[(end + 1)...])
        note(message)
        return message
      }
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw Failure(description: "the browser has ended") }
      received += bytes
    }
  }

  private func note(_ event: [String: Any]) {
    guard let method = event["method"] as? String else { return }
    events.append(method)
    let parameters = event["params"] as? [String: Any] ?? [:]
    let entry = parameters["entry"] as? [String: Any]
    if entry?["level"] as? String == "error" || method == "Runtime.exceptionThrown" { problems.append("\(parameters)") }
  }
}
