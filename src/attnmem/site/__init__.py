"""The Sphinx extension behind the published book."""
