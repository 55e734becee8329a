"""Ships, land vehicles and watercraft of Crew."""
