"""Plot points of Rough Magic, what a failure leads to, and death."""
