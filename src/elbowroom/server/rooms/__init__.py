"""Tables that are open in this process, and who looks at them."""
