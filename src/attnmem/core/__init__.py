"""NumPy algorithms that never see a formula: softmax, thresholds, pooling, recurrences, formats."""
