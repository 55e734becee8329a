"""How a dramatic scene of Yarn comes out: who asked whom for what, whether it was won, and which tokens move for it."""
