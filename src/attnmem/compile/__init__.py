"""One SymPy expression, four languages: NumPy, mpmath, JavaScript and LaTeX."""
