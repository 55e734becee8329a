"""Dragon's rolls: a substat's dice against a target number."""
