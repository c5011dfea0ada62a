"""The desk: tables on a player's own device. Whoever runs it stores the rows, and then hears of them."""
