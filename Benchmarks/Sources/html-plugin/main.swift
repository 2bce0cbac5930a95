import RendererPlugin

// The web pages of Pomona, rendered by a process of their own.
RendererPlugin.serve([.html], name: "html", version: "1.0")
