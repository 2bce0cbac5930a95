// The modules that `import RendererPlugin` includes: pages, and the renderers that make files from them.
@_exported public import JSONValues
@_exported public import Rendering
