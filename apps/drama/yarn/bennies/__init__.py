"""What a bennie buys beside a place in the order and in a scene: tokens, dice, a fire (yarn.bennie-spending)."""
