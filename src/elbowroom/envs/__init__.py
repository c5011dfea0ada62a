"""The researchers' doors: PettingZoo, Gymnasium, OpenSpiel and data sets.

All show the same observation and number the actions alike.
"""
