// `import Cells` also imports the chains that cells are made of.
@_exported public import DataSources
