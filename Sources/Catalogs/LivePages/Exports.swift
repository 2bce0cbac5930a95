@_exported public import CatalogKit
@_exported public import Diagnostics
@_exported public import Messages
