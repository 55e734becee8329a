"""The program with pages that note what goes wrong in them, for a browser that tells nobody."""
