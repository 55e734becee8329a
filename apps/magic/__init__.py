"""Powers and spells: switched on and off, used, resisted, timed. What they change lies in the apps below."""
