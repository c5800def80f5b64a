#!/usr/bin/env python3
"""A bot in Python, standard library only: it takes the action whose verb it likes best, at random among equals.

docs/bots.md describes the protocol.

    moonbase match 'ext:cmd="python3 docs/bots/greedy.py"' random --game ufo-mini --games 10
"""

import json
import random
import sys

# Verbs of ufo and lost_patrol, the most welcome first. What is not here comes between these and DULL.
LIKED = ["abduct", "ambush", "strike", "cannon", "mortar", "missile", "fire", "shoot", "sky", "move", "go", "new"]
DULL = ["done", "end"]


class Unknown(Exception):
    """A request that cannot be met; the message goes to the runner."""


def verb(word):
    """The verb of an action: `move` in `C:move:2` (units' names are in capital letters), `lay` in `lay:0,0:1`."""
    parts = word.split(":")
    return parts[1] if parts[0][0].isupper() and len(parts) > 1 else parts[0]


def liking(word):
    name = verb(word)
    if name in LIKED:
        return len(LIKED) - LIKED.index(name)
    return -1 if name in DULL else 0


class Bot:
    def __init__(self):
        self.rng = random.Random(0)
        self.reckless = 0.1

    def hello(self, request):
        if request["version"] != 1:
            raise Unknown("this bot speaks version 1")
        option = {"name": "reckless", "default": "0.1", "help": "how often any action will do, 0 to 1"}
        greeting = {"protocol": "moonbase-bot", "version": 1, "name": "greedy, in Python", "options": [option]}
        return "hello", greeting

    def set(self, request):
        if request["name"] != "reckless":
            raise Unknown(f"no option {request['name']}")
        self.reckless = float(request["value"])
        return "ok", {}

    def new_game(self, request):
        self.rng = random.Random(request["seed"])
        return "ok", {}

    def go(self, request):
        legal = request["legal"]
        best = max(map(liking, legal))
        choice = [word for word in legal if liking(word) == best]
        if self.rng.random() < self.reckless:
            choice = legal
        return "action", {"action": self.rng.choice(choice)}

    def ping(self, request):
        return "pong", {}


def reply(bot, request):
    answers = {"hello": bot.hello, "set": bot.set, "new_game": bot.new_game, "go": bot.go, "ping": bot.ping}
    try:
        answer = answers.get(request["type"])
        if answer is None:
            raise Unknown(f"no request {request['type']}")
        kind, keys = answer(request)
    except (Unknown, KeyError, ValueError) as error:
        kind, keys = "error", {"message": str(error)}
    return {"type": kind, "id": request.get("id"), **keys}


def main():
    bot = Bot()
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "quit":
            break
        print(json.dumps(reply(bot, request)), flush=True)


if __name__ == "__main__":
    main()
