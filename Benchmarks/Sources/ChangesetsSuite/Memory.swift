import Changesets
import Glibc
import Measuring

/// Measures by how many megabytes the resident memory rises above the inputs during a diff. Call it before any memory
/// has been freed that the diff could reuse.
func memory(of load: Workload, goal: Double) -> Measurement {
  let before = kilobytes(of: "VmRSS:")
  resetPeak()
  let edits = size { diff(from: load.old, to: load.new) }
  let peak = kilobytes(of: "VmHWM:")
  precondition(edits > 0)
  return Measurement(
    "\(load.name), peak memory", Double(peak - before) / 1024, against: 1, "one megabyte", unit: "MB", goal: goal)
}

/// Returns a number of kilobytes from the kernel's status of this process.
private func kilobytes(of name: String) -> Int {
  guard let file = fopen("/proc/self/status", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, Int32(line.count), file) != nil {
    let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    if words.count > 1, words[0] == name { return Int(words[1]) ?? 0 }
  }
  return 0
}

/// Resets the peak to the current resident memory.
private func resetPeak() {
  guard let file = fopen("/proc/self/clear_refs", "w") else { return }
  fputs("5", file)
  fclose(file)
}
