// What comes with `import Rendering`: the cells that pages show, the blocks that these consist of, and fingerprints of both.
@_exported public import Cells
@_exported public import Diagnostics
@_exported public import DocumentModel
@_exported public import Fingerprints
@_exported public import JSONValues
