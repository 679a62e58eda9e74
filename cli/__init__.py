"""The command line: the one place, beside the package root, that wires everything together.

`main.py` finds and guards the commands, `commands/` holds one command a file; the other modules are what
several commands share. Nothing here is imported before a command needs it.
"""
