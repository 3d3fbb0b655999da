#!/usr/bin/python3
"""Draws the curves of bench.json as SVG files beside it: plot.py FOLDER."""

import json
import math
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot, ticker  # noqa: E402


def draw(curve, path):
    figure, axes = pyplot.subplots(figsize=(7, 4))
    x, y = ([point[axis] for point in curve["points"]] for axis in "xy")
    axes.plot(x, y, marker="o", color="#3584e4")
    axes.set(xscale="log", yscale="log", xlabel=curve["xLabel"], ylabel=curve["yLabel"], ylim=span(y),
             title=f"{curve['title']} (slope {curve['slope']:.2f})")
    axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if max(y) < 100 * min(y) else (1,)))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:,.10g}"))
        axis.set_minor_formatter(ticker.NullFormatter())
    if curve["xLabel"] == "bytes":
        axes.set(xlabel="size", xticks=[1 << power for power in range(10, 34, 5)])
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: size(int(value))))
        axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.grid(True, which="major", color="#deddda")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def span(values):
    """At least a power of ten, for what is nearly flat is to look so."""
    low, high = math.log10(min(values)), math.log10(max(values))
    missing = max(1 - (high - low), 0.3) / 2
    return 10 ** (low - missing), 10 ** (high + missing)


def size(count):
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count} {unit}"
        count //= 1024
    return f"{count} GiB"


def main(folder):
    for curve in json.loads((folder / "bench.json").read_text())["curves"]:
        draw(curve, folder / f"{curve['name']}.svg")


main(pathlib.Path(sys.argv[1]))
