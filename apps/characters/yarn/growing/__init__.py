"""What characters gain: experience dice, and what is bought with them."""
