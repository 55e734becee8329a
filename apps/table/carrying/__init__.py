"""A whole table as one file, and out of it again with new keys and names, on this server or another one.

`rows` knows which rows belong to a table and which of them travel, `packing` writes the file, `reading` refuses
whatever is not as `packing` writes it, `settling` gives what was read its new place, `pictures` are the files beside
the rows. `removing` takes a table away with all of that.
"""
