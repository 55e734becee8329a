"""An attack and its answer, and dice split between two acts."""
