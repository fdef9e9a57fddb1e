"""One object of a config, seen through a mapping that remembers what was asked of it.

Everything a reader learns from a config passes through here: that is how an explanation can name the fields
it used, and how the fields that nobody looked at are known.
"""

from typing import Any

from attnmem.errors import BadInput, NotUnderstood
from attnmem.ledger.strict_json import joined, named
from attnmem.ledger.traced import Read, Traced

LARGEST = 2**60  # no size in a config comes near it


class Fields:
    """A read-only view of one object; all views of one config share their record of reads."""

    __slots__ = ("_data", "_overlay", "absent", "assumed", "path", "reads", "where")

    def __init__(self, data: dict[str, Any], where: str, path: str = "", parent: "Fields | None" = None):
        self._data, self.where, self.path = data, where, path
        self._overlay: dict[str, tuple[str, Any]] = {}
        self.reads: dict[str, Read] = {} if parent is None else parent.reads
        self.absent: dict[str, None] = {} if parent is None else parent.absent
        self.assumed: dict[str, tuple[str, ...]] = {} if parent is None else parent.assumed

    def overlaid(self, values: dict[str, tuple[str, Any]]) -> "Fields":
        """The same object with some fields answered from elsewhere: name to (label of the place, value)."""
        view = Fields(self._data, self.where, self.path, self)
        view._overlay = {**self._overlay, **values}
        return view

    def overlays(self, name: str) -> bool:
        return name in self._overlay

    # -- what is there

    def __contains__(self, name: str) -> bool:
        """Whether the field is there and not null; asking counts as looking."""
        return self.raw(name) is not None

    def raw(self, name: str) -> Any:
        """The value as it stands, None if absent."""
        if name in self._overlay:
            place, value = self._place(name), self._overlay[name][1]
            self.reads[place] = Read(place, value)
            return value
        if name not in self._data:
            self.absent[joined(self.path, name)] = None
            return None
        self.reads[joined(self.path, name)] = Read(joined(self.path, name), self._data[name])
        return self._data[name]

    def read(self, *names: str) -> tuple[Read, ...]:
        """The record of these fields, for a decision that they took."""
        return tuple(self._record(name) for name in names if self.reads.get(self._place(name)) is not None)

    def _record(self, name: str) -> Read:
        return self.reads[self._place(name)]

    def _place(self, name: str) -> str:
        if name not in self._overlay:
            return joined(self.path, name)
        label = self._overlay[name][0]
        return f"{self.path}.{label}" if self.path else label

    def names(self) -> tuple[str, ...]:
        """Every name in the object, in order. Listing is not looking."""
        return tuple(self._data)

    def peek(self, name: str) -> Any:
        """The value without counting it as read; only for the search of what was left unread."""
        return self._overlay[name][1] if name in self._overlay else self._data.get(name)

    def fail(self, name: str, need: str) -> BadInput:
        """The error for a field whose value cannot be what it says."""
        return BadInput(f"{self.where}: {joined(self.path, name)} is {named(self.peek(name))}; need {need}")

    def unclear(self, name: str, why: str) -> NotUnderstood:
        """The error for a field that is well formed and means something no rule covers."""
        return NotUnderstood(f"{self.where}: {joined(self.path, name)}: {why}")

    def assume(self, text: str, instead_of: tuple[str, ...]) -> None:
        """Note a convention that filled a gap, and the names whose absence made it necessary."""
        self.assumed[text] = instead_of

    # -- typed readings

    def whole(self, name: str, least: int = 1) -> Traced | None:
        """A whole number of at least ``least``, None if absent or null."""
        value = self.raw(name)
        if value is None:
            return None
        label = self._overlay[name][0] if name in self._overlay else name
        return Traced(self._whole(name, value, least), label, (self._record(name),))

    def _whole(self, name: str, value: Any, least: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= LARGEST:
            raise self.fail(name, f"a whole number from {least} on")
        return value

    def first(self, *names: str, least: int = 1) -> Traced | None:
        """The first of several spellings that is there; spellings that disagree are refused."""
        found = [reading for name in names if (reading := self.whole(name, least)) is not None]
        if any(other.value != found[0].value for other in found):
            told = " and ".join(f"{one.formula} {one.value:,}" for one in found)
            raise NotUnderstood(f"{self.where}: {told} disagree, and they name one quantity")
        return found[0] if found else None

    def flag(self, name: str) -> bool | None:
        """True, false, or None if absent or null."""
        value = self.raw(name)
        if value is not None and not isinstance(value, bool):
            raise self.fail(name, "true or false")
        return value

    def text(self, name: str) -> str | None:
        value = self.raw(name)
        if value is not None and not isinstance(value, str):
            raise self.fail(name, "a text")
        return value

    def wholes(self, name: str, least: int = 0) -> tuple[int, ...] | None:
        """A list of whole numbers, None if absent or null."""
        value = self._list(name)
        return (
            None
            if value is None
            else tuple(self._whole_at(name, at, item, least) for at, item in enumerate(value))
        )

    def _whole_at(self, name: str, at: int, item: Any, least: int) -> int:
        if isinstance(item, bool) or not isinstance(item, int) or not least <= item <= LARGEST:
            raise BadInput(
                f"{self.where}: {joined(self.path, name)}[{at}] is {named(item)}; "
                f"need a whole number from {least} on"
            )
        return item

    def words(self, name: str) -> tuple[str, ...] | None:
        """A list of texts, None if absent or null."""
        value = self._list(name)
        if value is None:
            return None
        for at, item in enumerate(value):
            if not isinstance(item, str):
                raise BadInput(f"{self.where}: {joined(self.path, name)}[{at}] is {named(item)}; need a text")
        return tuple(value)

    def _list(self, name: str) -> list[Any] | None:
        value = self.raw(name)
        if value is not None and not isinstance(value, list):
            raise self.fail(name, "a list")
        return value

    def inside(self, name: str) -> "Fields | None":
        """The object under a name as a view of its own, None if absent or null."""
        value = self.raw(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.fail(name, "an object")
        return Fields(value, self.where, joined(self.path, name), self)

    def each_inside(self, name: str) -> "tuple[Fields, ...] | None":
        """The objects of a list, each as a view."""
        value = self._list(name)
        if value is None:
            return None
        views = []
        for at, item in enumerate(value):
            if not isinstance(item, dict):
                raise BadInput(
                    f"{self.where}: {joined(self.path, name)}[{at}] is {named(item)}; need an object"
                )
            views.append(Fields(item, self.where, f"{joined(self.path, name)}[{at}]", self))
        return tuple(views)
