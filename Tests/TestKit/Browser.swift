package import Foundation

/// A headless browser, in whose tabs tests read pages.
///
/// It is driven by the DevTools protocol over a pair of pipes. Every call waits for the browser.
///
/// Source: <https://chromedevtools.github.io/devtools-protocol/>.
package final class Browser {
  /// A failed command of the browser, or an error in the page.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private let profile = FileManager.default.temporaryDirectory.appending(path: "pomona-browser-\(UUID().uuidString)")
  private var received = Data()
  private var lastID = 0
  /// The events of each tab, by its session, and the errors among them.
  fileprivate var events: [String: [String]] = [:]
  fileprivate var problems: [String: [String]] = [:]

  package init() throws {
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
  }

  /// Opens an empty tab. The browser lives as long as one of its tabs is used.
  package func newTab() throws -> Tab { try Tab(in: self) }

  deinit {
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

  /// The value as a literal of JavaScript.
  package static func literal(_ value: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed), as: UTF8.self)
  }

  // MARK: - The protocol: JSON that ends in a zero byte

  @discardableResult
  fileprivate func send(
    _ method: String, _ parameters: [String: Any] = [:], session: String? = nil
  ) throws -> [String: Any] {
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
  fileprivate func receive() throws -> [String: Any] {
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
    guard let method = event["method"] as? String, let session = event["sessionId"] as? String else { return }
    events[session, default: []].append(method)
    let parameters = event["params"] as? [String: Any] ?? [:]
    let entry = parameters["entry"] as? [String: Any]
    if entry?["level"] as? String == "error" || method == "Runtime.exceptionThrown" {
      problems[session, default: []].append("\(parameters)")
    }
  }
}

/// A tab of a browser, which a test uses like a reader: it opens pages, types, presses keys and clicks.
package final class Tab {
  /// The browser.
  package let browser: Browser
  private let target: String
  private let session: String

  fileprivate init(in browser: Browser) throws {
    self.browser = browser
    target = try browser.send("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
    let attached = try browser.send("Target.attachToTarget", ["targetId": target, "flatten": true])
    session = attached["sessionId"] as? String ?? ""
    for domain in ["Page", "Runtime", "Log"] { try send("\(domain).enable") }
  }

  /// The errors that the browser has reported so far, such as violations of the page's Content-Security-Policy.
  package var problems: [String] {
    get { browser.problems[session] ?? [] }
    set { browser.problems[session] = newValue }
  }

  // MARK: - Actions

  /// Opens a page, and waits until it is loaded.
  package func open(_ url: URL) throws {
    try loading { try send("Page.navigate", ["url": url.absoluteString]) }
  }

  /// Performs an action that opens another page, and waits until that is loaded.
  package func loading(_ action: () throws -> Void) throws {
    browser.events[session] = []
    try action()
    while browser.events[session]?.contains("Page.loadEventFired") != true { try browser.receive() }
  }

  /// Enters a text into the focused element.
  package func type(_ text: String) throws { try send("Input.insertText", ["text": text]) }

  /// Presses a key: `Enter`, `ArrowDown`, `/`. While Alt is held, it is that of a letter.
  package func press(_ key: String, holdingAlt isAltHeld: Bool = false) throws {
    let codes = [
      "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38,
      "ArrowRight": 39, "ArrowDown": 40, "Delete": 46,
    ]
    var event: [String: Any] = ["key": key, "windowsVirtualKeyCode": codes[key] ?? 0]
    if isAltHeld {
      (event["modifiers"], event["code"]) = (Self.alt, "Key\(key.uppercased())")
    } else {
      event["text"] = key == "Enter" ? "\r" : key.count == 1 ? key : nil
    }
    for type in ["keyDown", "keyUp"] { try send("Input.dispatchKeyEvent", event.merging(["type": type]) { $1 }) }
  }

  /// Clicks into the middle of the first element that a selector finds.
  package func click(_ selector: String, holdingAlt: Bool = false) throws {
    try click(element: "document.querySelector(\(try Browser.literal(selector)))", holdingAlt: holdingAlt)
  }

  /// Clicks into the middle of an element.
  ///
  /// - Parameters:
  ///   - element: An expression for it.
  ///   - holdingAlt: Whether Alt is held.
  package func click(element: String, holdingAlt: Bool = false) throws {
    try evaluate("(\(element)).scrollIntoView({ block: 'center', behavior: 'instant' })")
    let (x, y) = try middle(of: element)
    for type in ["mousePressed", "mouseReleased"] { try mouse(type, x, y, modifiers: holdingAlt ? Self.alt : 0) }
  }

  /// Drags an element to another one.
  ///
  /// - Parameters:
  ///   - element: An expression for the element, in whose middle the mouse is pressed.
  ///   - target: An expression for the element where it is released.
  ///   - place: The place in the target, from its beginning, 0, to its end, 1.
  package func drag(_ element: String, to target: String, at place: Double = 0.5) throws {
    let (x, y) = try middle(of: element)
    let (endX, endY) = try middle(of: target, at: place)
    try mouse("mousePressed", x, y)
    for step in [0.3, 0.7, 1] { try mouse("mouseMoved", x + (endX - x) * step, y + (endY - y) * step) }
    try mouse("mouseReleased", endX, endY)
  }

  private func middle(of element: String, at place: Double = 0.5) throws -> (x: Double, y: Double) {
    let point = try evaluate(
      "(({x, y, width, height}) => [x + width * \(place), y + height * \(place)])((\(element)).getBoundingClientRect())"
    )
    guard let point = point as? [Double], point.count == 2 else { throw Browser.Failure(description: "no \(element)") }
    return (point[0], point[1])
  }

  /// The bit of the key Alt among those that are held.
  private static let alt = 1

  private func mouse(_ type: String, _ x: Double, _ y: Double, modifiers: Int = 0) throws {
    let event: [String: Any] = [
      "type": type, "x": x, "y": y, "button": "left", "buttons": type == "mouseReleased" ? 0 : 1,
      "clickCount": 1, "modifiers": modifiers,
    ]
    try send("Input.dispatchMouseEvent", event)
  }

  /// Whether scripts run in the pages that are opened from now on.
  package func setScriptsEnabled(_ isEnabled: Bool) throws {
    try send("Emulation.setScriptExecutionDisabled", ["value": !isEnabled])
  }

  /// Goes back to the page that was open before, and waits until that is shown.
  package func goBack() throws { try loading { try evaluate("history.back()") } }

  /// Gives the page another size.
  package func resize(width: Int, height: Int) throws {
    try send(
      "Emulation.setDeviceMetricsOverride", ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
  }

  /// Gives a media feature a value: `prefers-color-scheme` `dark`.
  package func emulate(_ feature: String, _ value: String) throws {
    try send("Emulation.setEmulatedMedia", ["features": [["name": feature, "value": value]]])
  }

  /// Closes the tab.
  package func close() throws { try browser.send("Target.closeTarget", ["targetId": target]) }

  // MARK: - Content

  /// The value of an expression in the page, or the result of a promise.
  @discardableResult
  package func evaluate(_ expression: String) throws -> Any? {
    let answer = try send(
      "Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true])
    if let exception = answer["exceptionDetails"] { throw Browser.Failure(description: "\(expression): \(exception)") }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// Waits until a condition on the document holds; half a minute is enough for any machine.
  package func wait(until condition: String) throws {
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

  /// Waits until a condition on the page holds that no change of its document announces.
  package func poll(_ condition: String) throws {
    try evaluate(
      """
      new Promise((resolve, reject) => {
        const end = Date.now() + 30000;
        const check = () =>
          (\(condition)) ? resolve(true) : Date.now() > end ? reject(new Error("never")) : requestAnimationFrame(check);
        check();
      })
      """)
  }

  /// Performs an action, and waits until an event has reached the document since then.
  package func awaiting(_ event: String, _ action: () throws -> Void) throws {
    let name = try Browser.literal(event)
    try evaluate(
      "window.awaited = new Promise((done) => document.addEventListener(\(name), done, { once: true })); true")
    try action()
    try evaluate(
      """
      Promise.race([
        window.awaited.then(() => true),
        new Promise((_, fail) => setTimeout(() => fail(new Error("no " + \(name))), 30000)),
      ])
      """)
  }

  /// The texts of the elements that a selector finds.
  package func texts(_ selector: String) throws -> [String] {
    let texts = try evaluate("[...document.querySelectorAll(\(try Browser.literal(selector)))].map(e => e.textContent)")
    return texts as? [String] ?? []
  }

  @discardableResult
  private func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    try browser.send(method, parameters, session: session)
  }
}
