"""A bot for spe_ed in ten lines: the contest's JSON in, one of its five words out.

reineke match speed examples/speed_bot.py bot-snail bot-mirror bot-random
python examples/speed_bot.py
"""

from reineke.games.speed.agent import SpeedAgent

STEPS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
TURNS = {"change_nothing": 0, "turn_left": -1, "turn_right": 1}


class Careful(SpeedAgent):
    """Straight on while the next cell is free, else to a side where it is."""

    def act(self, state):
        me, ways = state["players"][str(state["you"])], list(STEPS)
        for word, turn in TURNS.items():
            dx, dy = STEPS[ways[(ways.index(me["direction"]) + turn) % 4]]
            x, y = me["x"] + dx, me["y"] + dy
            if 0 <= x < state["width"] and 0 <= y < state["height"] and state["cells"][y][x] == 0:
                return word
        return "change_nothing"


if __name__ == "__main__":
    from reineke.games.speed.model import SpeedModel

    model = SpeedModel(40, 30, [Careful(), Careful(), Careful()], seed=1)
    model.run()
    print(f"{model.grid.position.round} rounds, the winner is seat {model.winner}")
