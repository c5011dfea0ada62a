"""What each person is shown of a table: views, updates, log lines, replays. Nothing here waits or stores."""
