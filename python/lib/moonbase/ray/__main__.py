"""`python -m moonbase.ray`: tournaments, self-play and sweeps on a cluster."""

import argparse
import json
import sys
import tomllib
from pathlib import Path

import moonbase
from moonbase import _native


def parser():
    top = argparse.ArgumentParser(
        prog="python -m moonbase.ray",
        description="Tournaments, self-play and balance sweeps on many machines. Options are like those of `moonbase tournament`, `train` and `balance`.",
    )
    jobs = top.add_subparsers(dest="job", required=True)
    for add in (add_tournament, add_sweep, add_selfplay):
        job = add(jobs)
        job.add_argument(
            "--address",
            default="auto",
            help="the cluster: `auto`, HOST:PORT, ray://HOST:10001, or `local` for this machine alone",
        )
    return top


def add_tournament(jobs):
    job = jobs.add_parser("tournament", help="a tournament into a database of games")
    job.add_argument("agents", nargs="*", metavar="AGENT")
    job.add_argument("--plan", type=Path, help="a TOML file with the plan; instead of agents and rules")
    job.add_argument("--db", type=Path, required=True)
    job.add_argument("--game", default="ufo")
    job.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    job.add_argument("--format", default="round-robin")
    job.add_argument("--pairs", type=int, default=50)
    job.add_argument("--rounds", type=int)
    job.add_argument("--most-pairs", type=int)
    job.add_argument("--self-play", action="store_true")
    job.add_argument("--clock")
    job.add_argument("--seed", type=int, default=1)
    job.add_argument("--json", action="store_true")
    return job


def add_sweep(jobs):
    job = jobs.add_parser("sweep", help="a grid of rules into a database of games")
    job.add_argument("game")
    job.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    job.add_argument("--db", type=Path, required=True)
    job.add_argument("--vary", action="append", default=[], metavar="NAME=VALUES")
    job.add_argument("--one-at-a-time", action="store_true")
    job.add_argument("--agent", action="append", help="plays both seats; may be given several times (default mcts:sims=100)")
    job.add_argument("--first", help="with --second: who plays which seat")
    job.add_argument("--second")
    job.add_argument("--games", type=int, default=100, help="in each cell, for each agent")
    job.add_argument("--seed", type=int, default=1)
    job.add_argument("--json", action="store_true")
    return job


def add_selfplay(jobs):
    job = jobs.add_parser("selfplay", help="a training run: machines play, this one learns")
    job.add_argument("recipe", type=Path)
    job.add_argument("--out", type=Path, required=True, help="the run's folder")
    job.add_argument("--resume", action="store_true")
    job.add_argument("--threads", type=int, help="of the learner")
    job.add_argument("--json", action="store_true")
    return job


def tournament_plan(args):
    if args.plan:
        return tomllib.loads(args.plan.read_text())
    plan = {
        "game": args.game,
        "set": args.set,
        "agents": [_native.agent_spec(agent) for agent in args.agents],
        "format": args.format,
        "pairs": args.pairs,
        "rounds": args.rounds,
        "most_pairs": args.most_pairs,
        "self_play": args.self_play,
        "clock": args.clock,
        "seed": args.seed,
    }
    return {key: value for key, value in plan.items() if value is not None}


def sweep_plan(args):
    both = [(agent, agent) for agent in args.agent or ["mcts:sims=100"]]
    if args.first and args.second:
        both = [(args.first, args.second)]
    spec = _native.agent_spec
    return {
        "game": args.game,
        "set": args.set,
        "vary": args.vary,
        "design": "one-at-a-time" if args.one_at_a_time else "grid",
        "lineups": [{"first": spec(first), "second": spec(second)} for first, second in both],
        "games": args.games,
        "seed": args.seed,
    }


def run(args):
    """Plays the job on the cluster."""
    from moonbase import ray as scale

    if args.job == "tournament":
        return scale.tournament(tournament_plan(args), args.db, quiet=False)
    if args.job == "sweep":
        return scale.sweep(sweep_plan(args), args.db, quiet=False)
    return scale.selfplay(args.recipe, args.out, threads=args.threads, resume=args.resume, quiet=False)


def main(arguments=None):
    args = parser().parse_args(arguments)
    import ray

    try:
        ray.init(address=args.address, log_to_driver=False, logging_level="ERROR")
        told = run(args)
    except (moonbase.MoonbaseError, tomllib.TOMLDecodeError, ConnectionError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped: what has been played is saved; the same command goes on", file=sys.stderr)
        return 130
    print(json.dumps(told["report"], indent=2) if args.json else told["text"], end="\n" if args.json else "")
    return 0 if told["finished"] else 130


if __name__ == "__main__":
    sys.exit(main())
