"""ALiBi with plain lists."""


def alibi_slopes(n):
    """2 ** (-8 h / n) for h = 1 ... n, if n is a power of two.

    Other n: the next lower power, then every other slope of its double.
    """
    power = 1
    while 2 * power <= n:
        power *= 2
    slopes = [2 ** (-8 * h / power) for h in range(1, power + 1)]
    odd = range(1, 2 * (n - power), 2)
    return slopes + [2 ** (-8 * h / (2 * power)) for h in odd]


def alibi_row(slope, query, key_len):
    """The numbers that one head adds to the scores of one query."""
    return [-slope * abs(query - key) for key in range(key_len)]
