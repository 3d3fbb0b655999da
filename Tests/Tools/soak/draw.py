#!/usr/bin/python3
"""Draws the curves of soak.csv into soak.png beside it: draw.py FOLDER."""

import csv
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

CURVES = [("memory", "dragd's memory (PSS), MiB", 1 << 20), ("descriptors", "dragd's descriptors", 1),
          ("files", "files below its folders", 1), ("disk", "bytes in them, KiB", 1 << 10)]


def main(folder):
    with open(folder / "soak.csv") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    # Between two dragds there is none.
    rows = [row for row in rows if row["process"] and row["memory"]]
    rests = [row for row in rows if row["is_rest"]]
    starts = [new["seconds"] / 60 for old, new in zip(rows, rows[1:]) if old["process"] != new["process"]]
    figure, all_axes = pyplot.subplots(len(CURVES), figsize=(10, 11), sharex=True)
    for axes, (name, title, unit) in zip(all_axes, CURVES):
        axes.plot([row["seconds"] / 60 for row in rows], [row[name] / unit for row in rows], color="#99c1f1",
                  linewidth=1, label="under attack")
        axes.plot([row["seconds"] / 60 for row in rests], [row[name] / unit for row in rests], color="#1a5fb4",
                  marker="o", markersize=4, label="at rest")
        for start in starts:
            axes.axvline(start, color="#e01b24", linewidth=0.5)
        axes.set(title=title, ylim=(0, None))
        axes.grid(True, color="#deddda")
    all_axes[0].legend(loc="upper right")
    all_axes[-1].set(xlabel="minutes; a red line is a new dragd after kill -9")
    figure.tight_layout()
    figure.savefig(folder / "soak.png", dpi=80)


main(pathlib.Path(sys.argv[1]))
