"""Looking up a learned table, a list of rows."""


def look_up(table, position):
    # A list counts a negative index from the end: -1 would be the last
    # row, without an error.
    if not 0 <= position < len(table):
        last = len(table) - 1
        raise IndexError(
            f"position must be from 0 to {last} but got {position}"
        )
    return table[position]
