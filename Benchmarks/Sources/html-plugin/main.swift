import RendererPlugin

// Serves Pomona's HTML renderer as a plugin.
RendererPlugin.serve([.html], name: "html", version: "1.0")
