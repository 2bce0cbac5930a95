// What comes with `import RendererPlugin`: pages, and the renderers that make files of them.
@_exported public import JSONValues
@_exported public import Rendering
