"""Environments for research: PettingZoo, Gymnasium, OpenSpiel, and data sets.

All of them use the same observations and the same numbers of actions.
"""
