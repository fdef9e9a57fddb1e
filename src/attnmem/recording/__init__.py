"""What one real model's attention looked like on one text: scores, masses and norms, with their provenance.

Recorded once by ``tools/record_attention.py`` and shipped with the package; every file is checked against its
SHA-256 before a number of it is used.
"""

from attnmem.recording.files import Recording, Truncation, load

__all__ = ["Recording", "Truncation", "load"]
