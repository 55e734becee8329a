"""What else is done to opponents: taunting, distracting, ramming, slamming, sweeping, striking together."""
