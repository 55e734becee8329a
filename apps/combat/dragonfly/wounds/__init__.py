"""What harm and fear do to people: tests, panic, fire, who goes down and who is helped."""
