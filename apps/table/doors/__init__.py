"""The doors of a table: opening one, being let in, and coming back on another device."""
