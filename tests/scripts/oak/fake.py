"""Stands in for Oak's program: it answers as the variable FAKE_OAK says, from the third request on."""

import json
import os
import sys
import time


def name(side):
    """A choice that is allowed: to switch if somebody can, else a move with PP."""
    others = [side["m"][place] for place in side["o"][1:]]
    standing = [f"switch {member['sp']}" for member in others if member["h"]]
    moves = [move for move, left in zip(side["a"]["mv"], side["a"]["pp"], strict=True) if left]
    return (standing + moves + ["struggle"])[0]


def main():
    way = os.environ.get("FAKE_OAK", "")
    if way == "silent at first":
        sys.exit(3)
    print(json.dumps({"name": "fake"}), flush=True)
    for count, line in enumerate(sys.stdin, 1):
        request = json.loads(line)
        if count > 2 and way == "dies":
            sys.exit(7)
        if count > 2 and way == "hangs":
            time.sleep(1000)
        side = request["states"][0][f"p{request['seat'] + 1}"]
        answer = json.dumps({"visits": {name(side): 5}, "iterations": 5, "cpu": 0.25})
        wrong = {"garbage": "what?", "empty": "{}", "list": "[1]", "words": '{"visits": {"surf": "often"}}'}
        wrong["illegal"] = '{"visits": {"switch missingno": 3}}'
        print(wrong.get(way, answer) if count > 2 else answer, flush=True)


main()
