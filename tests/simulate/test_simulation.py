"""Simulations: the same rows from both engines and any number of workers, ends before the end, what cannot be played."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from steps_game import STEPS, written

import ludex
from ludex import simulation
from ludex.simulate import run, workers
from ludex.simulate.rows import Row, game_seeds
from ludex.simulate.tally import Tally
from ludex.simulation import Setting, Simulation, Stop, simulate


def setting(game: str | ludex.Game, seed: int = 7, backend: str | None = "native", **more: Any) -> Setting:
    return simulation.setting(ludex.load(game) if isinstance(game, str) else game, seed=seed, backend=backend, **more)


def rows_of(played: Setting, games: int, **more: Any) -> tuple[list[Row], Simulation]:
    """The rows, and what has come out."""
    rows: list[Row] = []
    found = simulate(played, games, see=lambda new, tally: rows.extend(new), **more)
    return rows, found


def lasting(found: Simulation) -> dict[str, Any]:
    """The summary without what another run does not give again."""
    passing = ("workers", "seconds", "cpu_seconds", "playouts_per_second", "decisions_per_second")
    return {name: value for name, value in found.to_json().items() if name not in passing}


@pytest.mark.parametrize(("name", "players"), [("kuhn_poker", 2), ("nim", 2), ("pig", 3), ("tic_tac_toe", 2)])
def test_both_engines_give_the_same_rows(name: str, players: int) -> None:
    native, first = rows_of(setting(name, players=players), 40)
    python, second = rows_of(setting(name, players=players, backend="python"), 40)
    assert native == python
    assert [row.seed for row in native] == game_seeds(7, 0, 40)
    assert len({(row.decisions, row.winners, row.scores) for row in native}) > 3
    assert {**lasting(first), "backend": ""} == {**lasting(second), "backend": ""}


@pytest.mark.parametrize("limit", [2, 3, 20_000])
def test_games_that_do_not_end_are_the_same_too(steps: ludex.Game, limit: int) -> None:
    native, found = rows_of(setting(steps, limit=limit), 200)
    assert native == rows_of(setting(steps, limit=limit, backend="python"), 200)[0]
    assert {row.ending for row in native} == {"over", "limit" if limit < 4 else "fault"}
    for row in native:
        assert row.decisions == limit if row.ending == "limit" else 1 <= row.decisions <= 4
        assert (row.fault is not None) == (row.ending == "fault")
        assert row.decisions == 4 or row.ending != "fault"
        assert row.winners in ((), (0,), (1,)) and (row.ended_by == "win") == bool(row.winners)
    assert found.tally.endings["over"] == sum(row.ending == "over" for row in native)


def test_games_that_are_over_at_once(tmp_path: Path) -> None:
    folder = written(tmp_path)
    rules = folder / "game.yaml"
    rules.write_text(STEPS.replace("rounds:", "setup:\n  - do: P2 wins\nrounds:"), encoding="utf-8")
    game = ludex.load(folder)
    native = rows_of(setting(game), 3)[0]
    assert native == rows_of(setting(game, backend="python"), 3)[0]
    assert {(row.ending, row.decisions, row.winners, row.fault) for row in native} == {("over", 0, (1,), None)}


def test_a_fault_is_told_with_its_place_and_a_seed(steps: ludex.Game) -> None:
    played = setting(steps)
    rows, found = rows_of(played, 300)
    [fault] = found.faults()
    assert (fault["rule"], fault["games"]) == ("go on", sum(row.ending == "fault" for row in rows))
    assert fault["file"].endswith("game.yaml") and fault["line"] > 1 and "steps" in fault["message"]
    assert fault["seed"] == next(row.seed for row in rows if row.ending == "fault")


@pytest.mark.parametrize(("backend", "many"), [("native", 3), ("python", 2)])
def test_what_comes_out_does_not_depend_on_the_workers(backend: str, many: int) -> None:
    played = setting("kuhn_poker", backend=backend)
    one, first = rows_of(played, 250, workers=1)
    several, second = rows_of(played, 250, workers=many)
    assert one == several
    assert lasting(first) == lasting(second)
    assert first.tally.games == 250


def test_another_seed_gives_other_games() -> None:
    assert rows_of(setting("nim", seed=1), 30)[0] != rows_of(setting("nim", seed=2), 30)[0]


def test_more_games_begin_with_the_same_ones() -> None:
    assert rows_of(setting("nim"), 700)[0][:100] == rows_of(setting("nim"), 100)[0]


def test_until_the_intervals_are_narrow() -> None:
    ends = {}
    for backend, number in (("native", 1), ("native", 3), ("python", 1)):
        rows, found = rows_of(setting("kuhn_poker", backend=backend), 5000, until=0.06, workers=number)
        assert found.why == "until"
        assert len(rows) == found.tally.games
        assert found.tally.half_width <= 0.06
        ends[backend, number] = lasting(found) | {"backend": ""}
    assert ends["native", 1] == ends["native", 3] == ends["python", 1]
    games = ends["native", 1]["games"]
    assert 200 < games < 300  # half of the games, more or less, are won by either: 1.96 * 0.5 / sqrt(games) is 0.06


def test_until_that_is_not_reached_ends_with_the_games() -> None:
    found = rows_of(setting("kuhn_poker"), 150, until=0.001)[1]
    assert (found.why, found.tally.games) == ("games", 150)


def test_stopped_with_what_is_done() -> None:
    stop = Stop()
    seen: list[Row] = []

    def see(rows: Sequence[Row], tally: Tally) -> None:
        seen.extend(rows)
        if tally.games > 1000:
            stop.ask()

    found = simulate(setting("nim"), 100_000, stop=stop, see=see, workers=2)
    assert found.why == "stopped"
    assert 1000 < found.tally.games == len(seen) < 2000
    assert seen == rows_of(setting("nim"), len(seen))[0]


def test_the_first_signal_is_noted_and_the_second_one_is_not_held_up() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Stop() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.asked
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
    with Stop() as unasked:
        pass
    assert not unasked.asked and signal.getsignal(signal.SIGINT) is before


def test_rulings_and_parameters_are_played_by() -> None:
    usual, other = setting("nim"), setting("nim", rulings={"last_match": "loses"})
    assert other.to_json()["rulings"]["last_match"] == "loses"
    assert [row.winners for row in rows_of(usual, 30)[0]] != [row.winners for row in rows_of(other, 30)[0]]
    short = rows_of(setting("pig", parameters={"target": 10}), 30)[1].tally
    assert max(short.lengths) < min(rows_of(setting("pig"), 30)[1].tally.lengths)


@pytest.mark.parametrize(("more", "says"), [
    ({"players": 9}, "is for 2 players"), ({"rulings": {"x": "y"}}, "there is no ruling `x`"),
    ({"rulings": {"last_match": "y"}}, "has no reading `y`"), ({"parameters": {"x": 1}}, "there is no parameter"),
    ({"agents": ["clever"]}, "there is no agent 'clever'"), ({"agents": ["random"] * 3}, "one for each of 2"),
    ({"agents": []}, "one for each of 2"), ({"backend": "steam"}, "there is no backend 'steam'"),
    ({"seed": 1.5}, "a seed is a whole number"), ({"seed": 10**1000}, "a seed is"), ({"limit": 0}, "at least one decision"),
])
def test_what_cannot_be_played(more: dict[str, Any], says: str) -> None:
    with pytest.raises(ludex.BadStart) as wrong:
        setting("nim", **more)
    assert says in str(wrong.value)


@pytest.mark.parametrize(("games", "more"), [(0, {}), (1, {"workers": 0}), (1, {"until": 0}), (1, {"until": 1.5})])
def test_how_it_cannot_be_played(games: int, more: dict[str, Any]) -> None:
    with pytest.raises(ludex.BadStart):
        simulate(setting("nim"), games, **more)


def test_without_a_compiler_python_plays_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with_one = rows_of(setting("nim", backend=None), 20)[0]
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    without = setting("nim", backend=None)
    assert without.backend == "python" and "no C compiler was found" in without.word
    assert rows_of(without, 20)[0] == with_one
    with pytest.raises(simulation.NoEngine, match="no C compiler was found"):
        setting("nim", backend="native")


def test_a_worker_that_dies_is_told() -> None:
    dying: Any = partial(os._exit, 3)
    with pytest.raises(workers.WorkerLost, match="has died"):
        list(workers.rows(dying, iter([[1], [2]]), 2, "processes", Stop()))


def test_looks_do_not_depend_on_batches() -> None:
    plan = run.Plan(seed=1, games=1000, batch=1, until=0.06)
    ends = set()
    for batch in (1, 7, 512):
        tally = Tally(2)
        player = setting("kuhn_poker").make
        assert run.run(run.Plan(1, 1000, batch, until=plan.until), player, tally, Stop(), lambda rows: None) == "until"
        ends.add(tally.games)
    assert len(ends) == 1


def test_as_many_workers_as_have_enough_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 3}, raising=False)
    asked = [(1, ["random"]), (149, ["random"]), (10_000, ["random"]), (1, ["mcts:9"]), (3, ["random", "mcts:9"])]
    assert [simulation.usual_workers(games, agents) for games, agents in asked] == [1, 2, 4, 1, 3]
