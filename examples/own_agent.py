"""An agent of your own, as short as can be; docs/your-own-agent.md says how it plays against others."""

# ruff: noqa: ANN001, ANN201, ARG002, D102 - as somebody writes it who begins


class Neighbour:
    """Takes the region that costs least, and declines in every fourth game turn."""

    def choose(self, game, budget):
        legal = {action.text: action for action in game.legal_actions()}
        if "expand" in legal:  # its turn begins
            is_time = game.turn.game_turn % 4 == 0 and "decline" in legal
            return legal["decline" if is_time else "expand"].id
        conquests = [action for action in legal.values() if action.cost is not None]
        return min(conquests or legal.values(), key=lambda action: action.cost or 0).id
