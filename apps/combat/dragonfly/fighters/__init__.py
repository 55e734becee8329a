"""How everybody in the fight stands, whose move it is, and what is asked of them."""
