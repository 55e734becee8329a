"""Episodes and calls: whose turn it is, what a call says and costs, and when a scene is over."""
