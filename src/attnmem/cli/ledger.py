"""What a model's attention holds, reads and writes, from its config."""

import argparse
import json
from pathlib import Path

from attnmem.ledger import bundled
from attnmem.ledger.account import account
from attnmem.ledger.as_json import answer
from attnmem.ledger.layer import Model
from attnmem.ledger.reader import read


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "models", nargs="*", metavar="MODEL", help="a config file or the name of a bundled model"
    )
    parser.add_argument("--tokens", type=int, help="context length (default: the config's own)")
    parser.add_argument("--json", action="store_true", help="one object a line")


def run(args: argparse.Namespace) -> int:
    for name in args.models:
        print(json.dumps(answer(account(_model(name), args.tokens))))
    return 0


def _model(name: str) -> Model:
    return bundled.load(name) if name in bundled.names() and not Path(name).exists() else read(name)
