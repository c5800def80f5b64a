"""What docs/python.md shows works, and so do the examples."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import moonbase
import moonbase.openspiel
import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(script, *arguments, folder=ROOT):
    command = [sys.executable, str(ROOT / "python" / script), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_is_true(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / "python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) == 5
    names = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    capsys.readouterr()


@pytest.mark.parametrize("module", [moonbase, moonbase.openspiel], ids=lambda module: module.__name__)
def test_docstrings_are_true(module):
    failed, tried = doctest.testmod(module)
    assert tried > 0 and failed == 0


def test_the_learner_runs():
    told = run("examples/train.py", "--seconds", "3")
    scores = [float(score) for score in re.findall(r"score ([\d.]+) ", told)]
    assert len(scores) == 2 and all(0 <= score <= 1 for score in scores)


def test_the_tour(tmp_path):
    run("examples/tour.py", "--out", str(tmp_path / "tour.png"), folder=tmp_path)
    assert (tmp_path / "tour.png").stat().st_size > 10_000


def test_the_benchmarks_run():
    told = run("benchmarks/doors.py", "--game", "ufo-micro", "--rounds", "1", "--seconds", "0.01")
    assert "backgammon: OpenSpiel" in told
    told = run("benchmarks/searches.py", "--game", "ufo-micro", "--sims", "3", "--games", "2")
    assert "against OpenSpiel's MCTSBot" in told
