#!/usr/bin/python3
"""Draws the curves of bench.json as SVG files beside it: plot.py FOLDER."""

import json
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402


def draw(curve, path):
    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.plot([point["x"] for point in curve["points"]], [point["y"] for point in curve["points"]],
              marker="o", color="#3584e4")
    axes.set(xscale="log", yscale="log", xlabel=curve["xLabel"], ylabel=curve["yLabel"],
             title=f"{curve['title']} (slope {curve['slope']:.2f})")
    axes.grid(True, which="major", color="#deddda")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def main(folder):
    for curve in json.loads((folder / "bench.json").read_text())["curves"]:
        draw(curve, folder / f"{curve['name']}.svg")


main(pathlib.Path(sys.argv[1]))
