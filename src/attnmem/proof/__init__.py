"""The engine that checks derivations: records, operations, methods, checks and wrong twins."""
