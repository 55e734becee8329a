"""The fight as a whole: begun, declared, taken on Turn by Turn, ended."""
