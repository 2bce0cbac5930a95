// `import EPUB` also imports pages, and the fingerprint of a renderer.
@_exported public import Rendering
