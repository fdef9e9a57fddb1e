"""Every figure of the book, in reading order."""
