"""A figure and its limit."""

import statistics
from dataclasses import dataclass


@dataclass
class Figure:
    name: str
    measured: float
    limit: float
    unit: str
    #: How the limit comes about.
    basis: str
    #: Whether it has to reach the limit, rather than to stay under it.
    at_least: bool = False

    @property
    def is_met(self):
        if self.at_least:
            return self.measured >= self.limit
        return self.measured <= self.limit


def median(rounds, key="p50_us"):
    return statistics.median(times[key] for times in rounds)


def within(name, measured, factor, baseline, what):
    """A figure in µs that may be so many times as large as its baseline."""
    return Figure(
        name, measured, factor * baseline, "µs", f"{factor} × {baseline:,.1f} µs ({what})")
