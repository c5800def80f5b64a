"""The type stubs tell of everything that is there, and of nothing else."""

import ast
import inspect
from pathlib import Path

import moonbase
from moonbase import _native


# Not for readers of `moonbase` itself: memory that arrays look at, and what `moonbase.ray` is made of.
INSIDE = {"Memory", "Worker", "agent_spec", "tournament", "sweep", "self_play"}


def stub():
    text = Path(moonbase.__file__).with_name("_native.pyi").read_text()
    return ast.parse(text).body


def public(names):
    return {name for name in names if not name.startswith("_")}


def arguments(node):
    given = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
    return [argument.arg for argument in given if argument.arg not in ("self", "cls")]


def test_every_name_is_in_the_stubs():
    told = {node.name for node in stub() if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert public(told) == public(vars(_native))
    assert public(moonbase.__all__) == public(told) - INSIDE
    assert (Path(moonbase.__file__).with_name("py.typed")).exists()


def test_every_member_is_in_the_stubs_with_its_arguments():
    for node in stub():
        if not isinstance(node, ast.ClassDef) or node.name.startswith("_") or node.name == "MoonbaseError":
            continue
        cls = getattr(_native, node.name)
        members = {member.name: member for member in node.body if isinstance(member, ast.FunctionDef)}
        assert public(members) == public(vars(cls)), node.name
        for name, member in members.items():
            there = getattr(cls, name)
            if callable(there) and not name.startswith("__"):
                real = [argument for argument in inspect.signature(there).parameters if argument not in ("self", "tags")]
                assert real == arguments(member), f"{node.name}.{name}"


def test_everything_is_documented():
    for name in public(vars(_native)):
        assert getattr(_native, name).__doc__, name
