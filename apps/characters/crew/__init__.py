"""What happens to characters of Crew."""
