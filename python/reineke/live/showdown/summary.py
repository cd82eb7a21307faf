"""What many battles come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from reineke.live.figures import spread, wilson


@dataclass(frozen=True)
class Summary:
    """Battles by how they ended, and how they were played."""

    battles: int
    wins: int
    losses: int
    ties: int
    aborts: int
    timer_losses: int
    protocol_errors: int
    share: float | None
    """Of the decided battles that were won."""
    share_ci: tuple[float, float]
    decisions: int
    decision_seconds: dict[str, float | None]
    """From a request to its answer: median, 99th percentile and maximum."""

    def json(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    def lines(self) -> list[str]:
        """For a person."""
        times = self.decision_seconds
        share = "no battle was decided"
        if self.share is not None:
            low, high = self.share_ci
            share = f"{self.share:.3f} of the decided ones won (95 % interval {low:.3f} to {high:.3f})"
        lines = [
            f"{self.battles} battles: {self.wins} won, {self.losses} lost, {self.ties} tied, {self.aborts} aborted",
            share,
            f"{self.timer_losses} lost by the timer, {self.protocol_errors} protocol errors",
        ]
        if times["p50"] is not None:
            words = ", ".join(f"{key} {times[key]:.3f} s" for key in ("p50", "p99", "max"))
            lines.append(f"{self.decisions} decisions: {words}")
        return lines


def summarise(results: Sequence[dict[str, Any]]) -> Summary:
    """Of results as `ShowdownClient` gives them."""
    count = {status: sum(one["status"] == status for one in results) for status in ("won", "lost", "tied", "aborted")}
    decided = count["won"] + count["lost"]
    share = count["won"] / decided if decided else None
    times = [seconds for one in results for seconds in one["seconds"]]
    return Summary(
        battles=len(results),
        wins=count["won"],
        losses=count["lost"],
        ties=count["tied"],
        aborts=count["aborted"],
        timer_losses=sum(one["timer_loss"] for one in results),
        protocol_errors=sum(one["protocol_errors"] for one in results),
        share=share,
        share_ci=wilson(share or 0.0, decided),
        decisions=len(times),
        decision_seconds=spread(times),
    )
