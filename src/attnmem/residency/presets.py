"""Named links and HBM sizes, each with where its number comes from. Rates are what one direction can carry at
best.
"""

from dataclasses import dataclass

from attnmem.errors import BadInput, unknown


@dataclass(frozen=True, slots=True)
class Link:
    """A link's raw rate in bytes per second, one direction; measured copies reach some 80 to 90 % of it."""

    name: str
    bytes_per_s: float
    source: str


@dataclass(frozen=True, slots=True)
class Hbm:
    """An accelerator's memory, in the decimal bytes of its data sheet; weights and buffers take their part
    first.
    """

    name: str
    bytes: int
    source: str


LINKS: tuple[Link, ...] = (
    Link("pcie4-x16", 16e9 * 16 / 8 * 128 / 130, "PCI Express 4.0: 16 GT/s a lane, 16 lanes, 128b/130b code"),
    Link("pcie5-x16", 32e9 * 16 / 8 * 128 / 130, "PCI Express 5.0: 32 GT/s a lane, 16 lanes, 128b/130b code"),
    Link(
        "pcie4-x4",
        16e9 * 4 / 8 * 128 / 130,
        "PCI Express 4.0 x4, the ceiling of one NVMe drive of that generation",
    ),
    Link(
        "pcie5-x4",
        32e9 * 4 / 8 * 128 / 130,
        "PCI Express 5.0 x4, the ceiling of one NVMe drive of that generation",
    ),
    Link("nvlink-c2c", 450e9, "NVIDIA Grace Hopper white paper: 900 GB/s in both directions, 450 in one"),
    Link("ndr-400", 400e9 / 8, "InfiniBand NDR: 400 Gbit/s a port"),
    Link("hdr-200", 200e9 / 8, "InfiniBand HDR: 200 Gbit/s a port"),
)

HBMS: tuple[Hbm, ...] = (
    Hbm("a100-80gb", 80 * 10**9, "NVIDIA A100 80GB data sheet: 80 GB HBM2e"),
    Hbm("h100-sxm", 80 * 10**9, "NVIDIA H100 data sheet: 80 GB HBM3"),
    Hbm("h200-sxm", 141 * 10**9, "NVIDIA H200 data sheet: 141 GB HBM3e"),
    Hbm("mi300x", 192 * 10**9, "AMD Instinct MI300X data sheet: 192 GB HBM3"),
)


def link(name: str) -> Link:
    """The link of that name.

    >>> round(link("pcie5-x16").bytes_per_s / 1e9, 2)
    63.02
    """
    for found in LINKS:
        if found.name == name:
            return found
    raise BadInput(unknown("link preset", name, (known.name for known in LINKS)))


def hbm(name: str) -> Hbm:
    """The accelerator memory of that name.

    >>> hbm("h200-sxm").bytes
    141000000000
    """
    for found in HBMS:
        if found.name == name:
            return found
    raise BadInput(unknown("HBM preset", name, (known.name for known in HBMS)))
