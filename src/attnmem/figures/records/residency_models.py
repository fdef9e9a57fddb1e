"""Presets of the figures on HBM and the link: what one sequence of a published model holds."""

from sympy import Integer

from attnmem.figures.controls import Preset
from attnmem.residency.models import SHOWN, held
from attnmem.theory.residency_letters import K

TOKENS = 2**17
SOURCE = f"the ledger of the published config, all that is held at {TOKENS:,} tokens"

MODELS = tuple(Preset(label, {K: Integer(held(name, TOKENS))}, SOURCE) for label, name in SHOWN)
