"""The parts of the attacker: see attacker.py. Nothing but Python's own library is used."""
