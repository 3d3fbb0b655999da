"""The parts of the long run: see soak.py."""
