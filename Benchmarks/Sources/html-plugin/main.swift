import RendererPlugin

// Serves Pomona's HTML renderer as a plugin.
PluginProcess.serve([.html], name: "html", version: "1.0")
