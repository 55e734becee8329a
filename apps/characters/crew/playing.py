"""What the GM sets by hand in play: plot points, Complications, Big Damn Hero dice, who is Taken Out."""
