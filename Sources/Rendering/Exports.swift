// `import Rendering` also imports the cells that pages show, the blocks of the cells, and the fingerprints of both.
@_exported public import Cells
@_exported public import Diagnostics
@_exported public import DocumentModel
@_exported public import Fingerprints
@_exported public import JSONValues
