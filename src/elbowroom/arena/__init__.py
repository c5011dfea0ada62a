"""Who plays whom: single matches now, tournaments and ratings later."""
