@_exported public import LivePages
