"""Turns what was measured into a table: for people, as Markdown, as JSON."""

import datetime
import json
import os
import subprocess

from drivers import FLOOR, MULTIPLANE

# At least so many times the speed of the best peer, and at most so many times the floor's time.
GOALS = {
    "cards": (3.0, 1.6),
    "shadows": (1.6, 1.6),
    "masks": (1.6, 1.6),
    "blur": (1.6, 1.6),
    "backdrop": (1.6, 1.6),
    "perspective": (1.3, 1.5),
    "groups": (1.3, 1.5),
    "rrects": (1.1, 1.2),
    "sprites": (1.0, 1.3),
    "retained": (1.0, 1.3),
    "fill4k": (1.0, 1.3),
}

COLUMNS = [
    "workload",
    "driver",
    "median",
    "p95",
    "CPU",
    "÷ floor",
    "CPU ÷ floor",
    "goal",
    "passes",
    "batches",
    "calls",
    "Mpx shaded",
    "KiB uploaded",
    "allocations",
    "MiB",
]


def cells(rows):
    """The table's rows of text, workload by workload."""
    out = []
    for row in rows:
        floor = next(
            (
                other
                for other in rows
                if other["workload"] == row["workload"] and other["driver"] == FLOOR and "na" not in other
            ),
            None,
        )
        name = row["driver"] + (f" {row['variant']}" if row["variant"] else "")
        if "na" in row:
            out.append([row["workload"], name, "n/a: " + row["na"]] + [""] * (len(COLUMNS) - 3))
            continue
        is_ours = row["driver"].startswith(MULTIPLANE)
        goal = GOALS.get(row["workload"])
        out.append(
            [
                row["workload"],
                name,
                number(row["ms_median"]),
                number(row["ms_p95"]),
                number(row["cpu_ms"]),
                ratio(row["ms_median"], floor and floor["ms_median"]),
                ratio(row["cpu_ms"], floor and floor["cpu_ms"]),
                f"{goal[1]}" if is_ours and goal else "",
                count(row, "n_passes"),
                count(row, "n_batches"),
                count(row, "n_drawCalls"),
                count(row, "n_pixelsShaded", 1e6, 1),
                count(row, "n_bytesUploaded", 1024),
                count(row, "allocations"),
                count(row, "memory", 1 << 20),
            ]
        )
    return out


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def ratio(value, base):
    return f"{value / base:.2f}" if base else ""


def count(row, key, unit=1, decimals=0):
    return f"{row[key] / unit:.{decimals}f}" if key in row else ""


def text(rows):
    lines = [COLUMNS] + cells(rows)
    widths = [
        max(len(line[column]) for line in lines if not line[2].startswith("n/a")) for column in range(len(COLUMNS))
    ]
    return [
        "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths))
        ).rstrip()
        for line in lines
    ]


def markdown(rows):
    out = [heading(rows), "", "| " + " | ".join(COLUMNS) + " |", "| --- | --- |" + " ---: |" * (len(COLUMNS) - 2)]
    return out + ["| " + " | ".join(line) + " |" for line in cells(rows)]


def heading(rows):
    """One line: when, on what, which commit, how noisy."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=os.path.dirname(__file__),
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    foreign = max((row["foreign"] for row in rows if "foreign" in row), default=0)
    return (
        f"{datetime.date.today().isoformat()}, commit {commit}, {len(models)} cores ({models[0] if models else '?'}); "
        f"others used up to {foreign:.1f} cores meanwhile."
    )


def write_json(rows, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"about": heading(rows), "rows": rows}, file, indent=1)
