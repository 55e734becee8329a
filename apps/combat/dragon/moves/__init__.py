"""Going somewhere: on the board or by a number, as far as a sheet lets one, and further by a roll."""
