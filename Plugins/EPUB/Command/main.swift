import EPUB
import RendererPlugin

RendererPlugin.serve([.epub], name: "epub", version: "1.0")
