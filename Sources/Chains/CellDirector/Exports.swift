// `import CellDirector` also imports cells, messages and chains.
@_exported public import Cells
