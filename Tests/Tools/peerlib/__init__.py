"""The parts of the scripted peer: see peer.py."""
