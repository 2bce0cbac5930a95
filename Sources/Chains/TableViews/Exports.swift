// `import TableViews` also imports cells, messages and chains.
@_exported public import Cells
@_exported public import Messages
