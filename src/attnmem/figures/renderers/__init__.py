"""One table, several pictures: Matplotlib, notebook, page."""
