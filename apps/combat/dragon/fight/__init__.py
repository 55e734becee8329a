"""A fight and its turns: who is in it, the secret picks, speed dice, and the end."""
