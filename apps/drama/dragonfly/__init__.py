"""Drama Points as people move them, Plot Twists, and I Think I'm OK."""
