#!/usr/bin/env python3
"""Compares how fast Moonbase and onnxruntime evaluate the same net, in one run on one core.

    pip install onnxruntime
    cargo build --release
    python3 scripts/compare_onnxruntime.py [--json] [--rounds 5] [--seconds 1] [--moonbase PATH]

What is measured
  Moonbase:     `moonbase bench --json`, rows `net alone, batch N`: positions of random games of `ufo` with all their
                legal actions; making the features is not counted.
  onnxruntime:  a net of the same shape, trained for a moment and exported by `moonbase agents export --onnx`; one
                thread, N positions a call with as many actions as Moonbase's positions have on average. Converting
                and checking of inputs is not counted where onnxruntime allows it (IO binding).
The two take turns on one core, so that other work on the machine falls on both. Speeds are positions a second, medians
over the rounds; the ratio is the median of the rounds' ratios.

What is not alike: Moonbase skips inputs that are zero, of which real positions have many. onnxruntime's time does not
depend on them, so that it gets random numbers.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

BATCHES = [1, 16, 64, 256]


def moonbase(program, seconds):
    """Positions a second by batch, and the mean number of legal actions."""
    command = [program, "bench", "--game", "ufo", "--json", "--seconds", str(seconds)]
    rows = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    rows = {row["what"]: row for row in rows}
    rows = {batch: rows[f"net alone, batch {batch}"] for batch in BATCHES}
    return {batch: row["plies_per_s"] for batch, row in rows.items()}, rows[1]["branching"]


def export(program, folder):
    """The ONNX file of a net of quickstart's shape."""
    run = os.path.join(folder, "run")
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([program, "quickstart", "--dry-run", "--out", run], **quiet)
    agents = sorted(name for name in os.listdir(run) if name.endswith(".safetensors"))
    model = os.path.join(folder, "net.onnx")
    agent = os.path.join(run, agents[0])
    subprocess.run([program, "agents", "export", agent, "--onnx", model, "--seat", "alien"], **quiet)
    return model


class Onnx:
    """The exported net in onnxruntime, for one batch size."""

    def __init__(self, onnxruntime, numpy, model, batch, actions):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        providers = ["CPUExecutionProvider"]
        self.session = onnxruntime.InferenceSession(model, options, providers=providers)
        self.batch = batch
        rng, widths = numpy.random.default_rng(1), {}
        for port in self.session.get_inputs():
            widths[port.name] = port.shape[-1]
        owner = numpy.repeat(numpy.arange(batch, dtype=numpy.int64), actions)
        inputs = {
            "state": rng.random((batch, widths["state"]), dtype=numpy.float32),
            "actions": rng.random((len(owner), widths["actions"]), dtype=numpy.float32),
            "owner": owner,
        }
        self.binding = self.session.io_binding()
        for name, numbers in inputs.items():
            value = onnxruntime.OrtValue.ortvalue_from_numpy(numbers)
            self.binding.bind_ortvalue_input(name, value)
        for name in ["value", "logits"]:
            self.binding.bind_output(name, "cpu")

    def speed(self, seconds):
        """Positions a second."""
        calls, begun = 0, time.perf_counter()
        while True:
            for _ in range(max(1, 256 // self.batch)):
                self.session.run_with_iobinding(self.binding)
                calls += 1
            passed = time.perf_counter() - begun
            if passed >= seconds:
                return calls * self.batch / passed


def compare(args, onnxruntime, numpy):
    """Rows of batch, both speeds and their ratio."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        model = export(args.moonbase, folder)
        rounds = []
        for _ in range(args.rounds):
            ours, actions = moonbase(args.moonbase, args.seconds)
            nets = (Onnx(onnxruntime, numpy, model, batch, round(actions)) for batch in BATCHES)
            theirs = {net.batch: net.speed(args.seconds) for net in nets}
            rounds.append((ours, theirs))
    return [
        {
            "batch": batch,
            "onnxruntime": statistics.median(theirs[batch] for _, theirs in rounds),
            "moonbase": statistics.median(ours[batch] for ours, _ in rounds),
            "ratio": statistics.median(ours[batch] / theirs[batch] for ours, theirs in rounds),
        }
        for batch in BATCHES
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--moonbase", default="target/release/moonbase")
    args = parser.parse_args()
    try:
        import numpy
        import onnxruntime
    except ImportError as missing:
        sys.exit(f"{missing}; pip install onnxruntime")
    if not os.path.exists(args.moonbase):
        sys.exit(f"{args.moonbase} is missing; cargo build --release")
    rows = compare(args, onnxruntime, numpy)
    if args.json:
        print(json.dumps(rows))
        return
    print(f"{'batch':>5}  {'onnxruntime/s':>13}  {'moonbase/s':>11}  {'ratio':>5}")
    for row in rows:
        print(
            f"{row['batch']:>5}  {row['onnxruntime']:>13,.0f}  {row['moonbase']:>11,.0f}  {row['ratio']:>5.1f}"
        )


if __name__ == "__main__":
    main()
