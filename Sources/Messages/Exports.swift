// What comes with `import Messages`: the chains that messages go through.
@_exported public import DataSources
