"""Tables: settings, the entries of the log, commands, fair chance. Nothing here waits, reads or writes."""
