"""The colours of a picture by role. The page has the same roles as CSS variables, in a light and a dark set.

Chosen so that every series stands 3:1 off the paper, text 4.5:1, and no two series rely on red against green;
each series has a dash pattern besides its colour. A test keeps the style sheet and this list alike.
"""

LIGHT: dict[str, str] = {
    "paper": "#ffffff",
    "ink": "#222832",
    "muted": "#525a66",
    "grid": "#e1e5ea",
    "series-1": "#0b62a8",
    "series-2": "#b3480e",
    "series-3": "#00705a",
    "series-4": "#87407f",
    "series-5": "#7a5c00",
    "series-6": "#4d5560",
    "guide": "#525a66",
    "good": "#00705a",
    "outside": "#6b7280",
    "grade-1": "#dbe9f6",
    "grade-2": "#a9cce8",
    "grade-3": "#5b9bd0",
    "grade-4": "#1f6fb2",
    "grade-5": "#0a3f73",
    "grade-alarm": "#b3480e",
}

DASHES: dict[int, tuple[float, ...]] = {2: (7, 3), 3: (2, 2.5), 4: (9, 3, 2, 3), 5: (12, 4), 6: (4, 2)}

MARKERS: dict[int, str] = {2: "D", 3: "^", 4: "s"}


def sentinels() -> dict[str, str]:
    """A colour per role that occurs nowhere else: drawn with, then replaced by the role's variable."""
    return {role: f"#0{index:02x}e5f" for index, role in enumerate(LIGHT, start=1)}
