"""The tables of measured results: as text, Markdown and JSON."""

import datetime
import json
import os
import subprocess

import goals
from drivers import FLOOR, MULTIPLANE

CLOCK = ["workload", "driver", "median", "best", "CPU", "evaluate", "flatten", "CPU ÷ floor", "÷ floor"]
CPU = CLOCK + ["(at most)", "peer ÷", "(at least)", "best peer", "µs a layer", "(at most)", "MiB", "verdict"]
GL = [
    "workload",
    "CPU",
    "(at most)",
    "calls",
    "(at most)",
    "passes",
    "(at most)",
    "KiB",
    "(at most)",
    "shaded",
    "(at most)",
]
GL = GL + ["evaluate", "flatten", "verdict"]
DEVICE = CLOCK + ["passes", "calls", "KiB", "MiB"]


class Tables:
    """A table of each part that was measured, and the verdicts of all rows that have goals."""

    def __init__(self, rows):
        self.rows = rows
        self.verdicts = []
        self.tables = []  # title, columns, how many of them are text, cells
        for part, title, columns, names, cells in (
            ("cpu", "The CPU renderer", CPU, 2, self.cpu_cells),
            ("gl", "OpenGL ES, counted", GL, 1, self.gl_cells),
            ("device", "OpenGL ES on this machine", DEVICE, 2, self.device_cells),
        ):
            found = [row for row in rows if row["part"] == part]
            if not found:
                continue
            width = len(columns)
            lines = [
                (
                    [row["workload"]] + [name(row)] * (names - 1) + ["n/a: " + row["na"]] + [""] * (width - names - 1)
                    if "na" in row
                    else cells(row, found)
                )
                for row in found
            ]
            self.tables.append((title, columns, names, lines))

    def judged(self, words):
        word = goals.verdict(words)
        if word:
            self.verdicts.append(word)
        return word

    def cpu_cells(self, row, rows):
        floor = floor_of(row, rows)
        goal = goals.CPU.get(row["workload"]) if is_ours(row) and row["threads"] == 2 else None
        out, judged = clock_cells(row, floor), []
        at_floor = row["ms_best"] / floor["ms_best"] if floor else None
        if not goal:
            return (
                out
                + ["", "", "", ""]
                + [microseconds(row) if is_ours(row) else "", "", count(row, "memory", 1 << 20), ""]
            )
        out.append(f"{goal.floor:g}" if goal.floor else "")
        if at_floor and goal.floor:
            judged.append(goals.at_most(at_floor, goal.floor))
        name, peer = best_peer(row, rows, floor, goal)
        if peer:
            judged.append(goals.at_least(peer / row["ms_best"], goal.speed))
        out += [ratio(peer, row["ms_best"]) if peer else "", f"{goal.speed:g}", name, microseconds(row)]
        if goal.layer:
            judged.append(goals.at_most(layer_time(row), goal.layer))
        return out + [f"{goal.layer:g}" if goal.layer else "", count(row, "memory", 1 << 20), self.judged(judged)]

    def gl_cells(self, row, _):
        goal = goals.GL.get(row["workload"])
        shaded, kib = row["n_pixelsShaded"] / row["pixels"], row["n_bytesUploaded"] / 1024
        if not goal:
            return [
                row["workload"],
                number(row["cpu_ms"]),
                "",
                count(row, "n_drawCalls"),
                "",
                count(row, "n_passes"),
                "",
                number(kib),
                "",
                f"{shaded:.2f}",
                "",
                number(row["ms_evaluate"]),
                number(row["ms_flatten"]),
                "",
            ]
        judged = [
            goals.at_most(row["cpu_ms"], goal.milliseconds),
            goals.counted(row["n_drawCalls"], goal.calls),
            goals.counted(row["n_passes"], goal.passes),
        ]
        if goal.kib is not None:
            judged.append(goals.counted(kib, goal.kib))
        if goal.shaded is not None:
            judged.append(goals.counted(shaded, goal.shaded))
        return [
            row["workload"],
            number(row["cpu_ms"]),
            f"{goal.milliseconds:g}",
            count(row, "n_drawCalls"),
            f"{goal.calls}",
            count(row, "n_passes"),
            f"{goal.passes}",
            number(kib),
            "" if goal.kib is None else f"{goal.kib:.4g}",
            f"{shaded:.2f}",
            "" if goal.shaded is None else f"{goal.shaded:g}",
            number(row["ms_evaluate"]),
            number(row["ms_flatten"]),
            self.judged(judged),
        ]

    def device_cells(self, row, rows):
        return clock_cells(row, floor_of(row, rows)) + [
            count(row, "n_passes"),
            count(row, "n_drawCalls"),
            count(row, "n_bytesUploaded", 1024),
            count(row, "memory", 1 << 20),
        ]

    def text(self):
        out = []
        for title, columns, names, lines in self.tables:
            lines = [columns] + lines
            widths = [
                max(len(line[at]) for line in lines if not line[names].startswith("n/a")) for at in range(len(columns))
            ]
            out += ["", title]
            out += [
                "  ".join(
                    cell.ljust(width) if at < names else cell.rjust(width)
                    for at, (cell, width) in enumerate(zip(line, widths))
                ).rstrip()
                for line in lines
            ]
        return out + ["", heading(self.rows), self.summary()]

    def markdown(self):
        out = [heading(self.rows), self.summary()]
        for title, columns, names, lines in self.tables:
            out += [
                "",
                f"**{title}**",
                "",
                row_of(columns),
                "|" + " --- |" * names + " ---: |" * (len(columns) - names),
            ]
            out += [row_of(line) for line in lines]
        return out

    def summary(self):
        words = [f"{self.verdicts.count(word)} {word}" for word in (goals.REACHED, goals.TIE, goals.MISSED)]
        return f"Rows with goals: {', '.join(words)}." if self.verdicts else "No row has goals."


def row_of(cells):
    return "| " + " | ".join(cells) + " |"


def is_ours(row):
    return row["driver"].startswith(MULTIPLANE)


def name(row):
    threads = {0: "", 1: ", 1 thread"}.get(row["threads"], f", {row['threads']} threads")
    return " ".join([row["driver"], row["variant"]]).strip() + threads


def floor_of(row, rows):
    """The floor on the same workload, with as many threads; for peers that with two."""
    return next(
        (
            other
            for other in rows
            if other["workload"] == row["workload"]
            and other["driver"] == FLOOR
            and "na" not in other
            and other["threads"] == (row["threads"] or other["threads"])
        ),
        None,
    )


def best_peer(row, rows, floor, goal):
    """The name of the quickest peer and its milliseconds: of those that were measured, and of the goal's own peer, whose time
    follows from the floor's where it was not, if there is a floor."""
    found = [
        (other["ms_best"], other["driver"])
        for other in rows
        if other["workload"] == row["workload"]
        and "na" not in other
        and other["driver"] != FLOOR
        and not is_ours(other)
    ]
    if floor and goal.peer_at_floor and all(driver != goal.peer for _, driver in found):
        found.append((floor["ms_best"] * goal.peer_at_floor, f"{goal.peer}, estimated"))
    milliseconds, driver = min(found, default=(None, ""))
    return driver, milliseconds


def clock_cells(row, floor):
    return [
        row["workload"],
        name(row),
        number(row["ms_median"]),
        number(row["ms_best"]),
        number(row["cpu_ms"]),
        number(row["ms_evaluate"]) if "ms_evaluate" in row else "",
        number(row["ms_flatten"]) if "ms_flatten" in row else "",
        ratio(row["cpu_ms"], floor and floor["cpu_ms"]),
        ratio(row["ms_best"], floor and floor["ms_best"]),
    ]


def layer_time(row):
    return (row["ms_evaluate"] + row["ms_flatten"]) * 1000 / row["n_layers"]


def microseconds(row):
    return number(layer_time(row))


def number(value):
    return (
        f"{value:.0f}"
        if value >= 100
        else f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"
    )


def ratio(value, base):
    return f"{value / base:.2f}" if base else ""


def count(row, key, unit=1, decimals=0):
    return f"{row[key] / unit:.{decimals}f}" if key in row else ""


def heading(rows):
    """One line: when, on what, which commit, how noisy."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=os.path.dirname(os.path.abspath(__file__)),
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    foreign = max((row["foreign"] for row in rows if "foreign" in row), default=0)
    return (
        f"{datetime.date.today().isoformat()}, commit {commit or '?'}, {len(models)} cores ({models[0] if models else '?'}); "
        f"others used up to {foreign:.1f} cores meanwhile."
    )


def write_json(rows, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"about": heading(rows), "rows": rows}, file, indent=1)
