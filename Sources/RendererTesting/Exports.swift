// What comes with `import RendererTesting`: pages, and the renderers that make files of them.
@_exported public import Rendering
