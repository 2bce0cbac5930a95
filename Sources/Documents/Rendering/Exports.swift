// The modules that `import Rendering` includes, among them the cells of pages, the blocks of their bodies, and the
// fingerprints of both.
@_exported public import Cells
@_exported public import Diagnostics
@_exported public import DocumentModel
@_exported public import Fingerprints
@_exported public import JSONValues
