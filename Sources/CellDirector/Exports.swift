// What comes with `import CellDirector`: cells, messages and chains.
@_exported public import Cells
