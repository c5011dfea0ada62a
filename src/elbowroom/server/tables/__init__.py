"""A table as its log tells it: agreements, entries, commands, fair chance. Nothing here waits or writes."""
