"""What only play can show: games of a rule set explored and played at random, and readings compared by playing both.

Nothing here knows a particular engine. Whoever checks hands over a `Table`: a way to get an engine for a program, and
to write what was played as a record.
"""
