import EPUB
import RendererPlugin

PluginProcess.serve([.epub], name: "epub", version: "1.0")
