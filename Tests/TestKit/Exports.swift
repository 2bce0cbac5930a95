// Tests need its random numbers, and no other import for them.
@_exported public import PomonaSupport
