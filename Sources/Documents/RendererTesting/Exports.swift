// The modules that `import RendererTesting` includes: pages, and the renderers that make files from them.
@_exported public import Rendering
