import Diagnostics
public import JSONValues
import PluginHosting
public import Rendering

extension PluginTesting {
  /// Returns a renderer whose pages a program renders. The program is started immediately, and ends with the renderer.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - format: The name of the format.
  ///   - options: The options of the format, to which no defaults are added; `nil` for the defaults.
  ///   - catalog: The catalog that the pages are part of.
  ///   - processes: The maximal number of processes, if the plugin is stateless.
  /// - Throws: `DiagnosticsError` if the program cannot be started, or does not render the format.
  public static func plugin(
    _ program: String, format: String, options: JSONObject? = nil, catalog: CatalogInfo = CatalogInfo(title: ""),
    processes: Int = 1
  ) throws -> any PageRenderer {
    let host = PluginHost(format: format, identity: program, jobs: processes) {
      () throws(ConnectionFailure) in try ChildProcess(program)
    }
    var findings: [Diagnostic] = []
    let schema = try host.welcome().formats.first { $0.id == format }?.options ?? OptionSchema.none
    let usual = schema.options(nil, findings: &findings)
    return try host.renderer(PluginSession.Setting(format: format, options: options ?? usual, catalog: catalog))
  }
}
