"""Writes beyond_words.json, the reference for positions of grids, videos, timesteps and coordinates.

    python3 tests/reference/beyond_words.py

The formulas are those of the papers and of the released code that each case names, computed with 50 significant digits
by mpmath, which shares nothing with the library. A case's tolerance is four times the error of the same formulas in
Python's doubles, or the floor that README.md's files have, if that is more.
"""

import json
import math
import pathlib

from mpmath import mp, mpf

mp.dps = 50


class Exact:
    """Arithmetic with 50 digits."""

    number = staticmethod(mpf)
    sin, cos, floor = mp.sin, mp.cos, mp.floor
    pi = +mp.pi

    @staticmethod
    def power(base, exponent):
        return mp.power(base, exponent)


class Double:
    """The same in doubles, to see what they lose."""

    number = staticmethod(float)
    sin, cos, floor = math.sin, math.cos, math.floor
    pi = math.pi

    @staticmethod
    def power(base, exponent):
        return base**exponent


def frequencies(m, d, base):
    return [m.power(m.number(base), m.number(-2 * i) / d) for i in range(d // 2)]


def line(m, d, base, position, in_turn):
    """Sinusoidal encoding of one coordinate: sine and cosine in turn, or all sines, then all cosines."""
    angles = [position * w for w in frequencies(m, d, base)]
    sines, cosines = [m.sin(a) for a in angles], [m.cos(a) for a in angles]
    if in_turn:
        return [value for pair in zip(sines, cosines, strict=True) for value in pair]
    return sines + cosines


def grid_table(m, d_model, base, rows, columns, convention):
    half = d_model // 2
    table = []
    for y in range(rows):
        for x in range(columns):
            if convention == "mae":
                row = line(m, half, base, m.number(x), False) + line(m, half, base, m.number(y), False)
            else:
                ends = m.number("1e-6")
                of_x = m.number(x + 1) / (columns + ends) * 2 * m.pi
                of_y = m.number(y + 1) / (rows + ends) * 2 * m.pi
                row = line(m, half, base, of_y, True) + line(m, half, base, of_x, True)
            table.append(row)
    return table


def resize_weight(m, interpolation, distance):
    s = abs(distance)
    if interpolation == "bilinear":
        return max(m.number(0), 1 - s)
    a = m.number("-0.75")
    if s <= 1:
        return (a + 2) * s**3 - (a + 3) * s**2 + 1
    if s < 2:
        return a * s**3 - 5 * a * s**2 + 8 * a * s - 4 * a
    return m.number(0)


def resize_grid_table(m, table, from_rows, from_columns, to_rows, to_columns, interpolation):
    def shares(count, wanted, n):
        center = (m.number(n) + m.number("0.5")) * count / wanted - m.number("0.5")
        first = int(m.floor(center)) - 1
        return [
            (min(max(k, 0), count - 1), resize_weight(m, interpolation, center - k))
            for k in range(first, first + 4)
        ]

    values = [[m.number(value) for value in row] for row in table]
    resized = []
    for row in range(to_rows):
        for column in range(to_columns):
            total = [m.number(0)] * len(values[0])
            for y, down in shares(from_rows, to_rows, row):
                for x, across in shares(from_columns, to_columns, column):
                    patch = values[y * from_columns + x]
                    total = [t + down * across * v for t, v in zip(total, patch, strict=True)]
            resized.append(total)
    return resized


def axial(m, head_dim, base):
    theta = frequencies(m, head_dim // 2, base)
    zero = m.number(0)
    return [[t, zero] for t in theta] + [[zero, t] for t in theta]


def mixed(m, head_dim, base, angle):
    theta = frequencies(m, head_dim // 2, base)
    a = m.number(angle)
    first = [[t * m.cos(a), t * m.sin(a)] for t in theta]
    return first + [[t * m.cos(m.pi / 2 + a), t * m.sin(m.pi / 2 + a)] for t in theta]


def sections_in_turn(sections):
    """As Qwen3-VL's code assigns them: time everywhere, then slices of height and width."""
    axes = [0] * sum(sections)
    for axis in (1, 2):
        for i in range(axis, 3 * sections[axis], 3):
            axes[i] = axis
    return axes


def mrope(m, sections, sections_layout, base):
    if sections_layout == "chunked":
        axes = [axis for axis, count in enumerate(sections) for _ in range(count)]
    else:
        axes = sections_in_turn(sections)
    theta = frequencies(m, 2 * len(axes), base)
    zero = m.number(0)
    return [[t if axis == n else zero for n in range(3)] for t, axis in zip(theta, axes, strict=True)]


def axis_frequencies(m, **params):
    if "sections" in params:
        return mrope(m, params["sections"], params.get("sections_layout", "chunked"), params["base"])
    if "angle" in params:
        return mixed(m, params["head_dim"], params["base"], params["angle"])
    return axial(m, params["head_dim"], params["base"])


def axis_angles(m, positions, **params):
    rows = axis_frequencies(m, **params)
    return [
        [sum(f * m.number(p) for f, p in zip(row, position, strict=True)) for row in rows]
        for position in positions
    ]


def rotate_axes(m, x, positions, layout="interleaved", **params):
    rotated = []
    for angles in axis_angles(m, positions, **params):
        row = [m.number(value) for value in x]
        for i, angle in enumerate(angles):
            a, b = (2 * i, 2 * i + 1) if layout == "interleaved" else (i, i + len(angles))
            cos, sin = m.cos(angle), m.sin(angle)
            row[a], row[b] = (
                m.number(x[a]) * cos - m.number(x[b]) * sin,
                m.number(x[a]) * sin + m.number(x[b]) * cos,
            )
        rotated.append(row)
    return rotated


def axis_scores(m, q, k, query_positions, key_positions, **params):
    queries = rotate_axes(m, q, query_positions, **params)
    keys = rotate_axes(m, k, key_positions, **params)
    return [[sum(a * b for a, b in zip(one, other, strict=True)) for other in keys] for one in queries]


def kernel_at(m, offset, **params):
    (angles,) = axis_angles(m, [offset], **params)
    return sum(m.cos(angle) for angle in angles) / len(angles)


def mean_at(m, offsets, **params):
    return sum(kernel_at(m, offset, **params) for offset in offsets) / len(offsets)


def grid_kernel(m, reach, **params):
    way = range(-reach, reach + 1)
    values = [[kernel_at(m, (x, y), **params) for x in way] for y in way]
    axes, diagonals = [], []
    for r in range(1, reach + 1):
        side = m.power(m.number(2), m.number("-0.5")) * r
        axes.append(mean_at(m, [(r, 0), (-r, 0), (0, r), (0, -r)], **params))
        corners = [(side, side), (-side, -side), (-side, side), (side, -side)]
        diagonals.append(mean_at(m, corners, **params))
    together = [
        abs(values[y][x] + values[reach][reach] - values[reach][x] - values[y][reach])
        for x in range(2 * reach + 1)
        for y in range(2 * reach + 1)
    ]
    return {
        "values": values,
        "axes": axes,
        "diagonals": diagonals,
        "by_direction": max(abs(a - d) for a, d in zip(axes, diagonals, strict=True)),
        "interplay": max(together),
    }


def mrope_positions(_, segments):
    positions, begin = [], 0
    for segment in segments:
        if segment["kind"] == "text":
            positions += [[begin + n] * 3 for n in range(segment["columns"])]
        else:
            positions += [
                [begin + t, begin + h, begin + w]
                for t in range(segment.get("frames", 1))
                for h in range(segment["rows"])
                for w in range(segment["columns"])
            ]
        begin = 1 + max(max(position) for position in positions)
    return positions


def timestep_embedding(m, dimension, max_period, convention, timesteps):
    half = dimension // 2
    steps = half - 1 if convention == "ddpm" else half
    omega = [m.power(m.number(max_period), m.number(-i) / steps) for i in range(half)]
    rows = []
    for t in timesteps:
        sines = [m.sin(m.number(t) * w) for w in omega]
        cosines = [m.cos(m.number(t) * w) for w in omega]
        row = sines + cosines if convention == "ddpm" else cosines + sines
        rows.append(row + [m.number(0)] * (dimension % 2))
    return rows


def fourier_features(m, points, frequencies):
    rows = []
    for point in points:
        angles = [
            2 * m.pi * sum(m.number(b) * m.number(v) for b, v in zip(row, point, strict=True))
            for row in frequencies
        ]
        rows.append([m.cos(a) for a in angles] + [m.sin(a) for a in angles])
    return rows


def nerf_waves(m, points, levels):
    rows = []
    for point in points:
        row = []
        for p in point:
            for level in range(levels):
                angle = 2**level * m.pi * m.number(p)
                row += [m.sin(angle), m.cos(angle)]
        rows.append(row)
    return rows


kinds = {
    "grid_table": grid_table,
    "resize_grid_table": resize_grid_table,
    "axis_frequencies": lambda m, **params: axis_frequencies(m, **params),
    "axis_angles": axis_angles,
    "rotate_axes": rotate_axes,
    "axis_scores": axis_scores,
    "grid_kernel": grid_kernel,
    "mrope_positions": mrope_positions,
    "timestep_embedding": timestep_embedding,
    "fourier_features": fourier_features,
    "nerf_waves": nerf_waves,
}

small_table = [[n * n / 8, 1 - n / 4] for n in range(12)]
document = [
    {"kind": "text", "columns": 3},
    {"kind": "patches", "rows": 2, "columns": 3},
    {"kind": "text", "columns": 2},
]
video = [
    {"kind": "text", "columns": 1},
    {"kind": "patches", "frames": 4, "rows": 2, "columns": 2},
    {"kind": "text", "columns": 1},
]
q8 = [0.8, 0.3, -0.5, 0.2, 1.25, -0.75, 0.5, -1]
k8 = [0.6, -0.4, 0.9, 0.1, -0.25, 0.5, 1.5, 0.75]
qwen = {"sections": [16, 24, 24], "base": 1000000}

cases = [
    ("mae_2x3_d8", "grid_table", {"d_model": 8, "base": 10000, "rows": 2, "columns": 3, "convention": "mae"}),
    ("mae_4x5_d16", "grid_table", {"d_model": 16, "base": 10000, "rows": 4, "columns": 5, "convention": "mae"}),
    ("detr_2x3_d8", "grid_table", {"d_model": 8, "base": 10000, "rows": 2, "columns": 3, "convention": "detr"}),
    ("detr_5x4_d16", "grid_table", {"d_model": 16, "base": 10000, "rows": 5, "columns": 4, "convention": "detr"}),
    *(
        (
            f"{interpolation}_3x4_to_{rows}x{columns}",
            "resize_grid_table",
            {
                "table": small_table,
                "from_rows": 3,
                "from_columns": 4,
                "to_rows": rows,
                "to_columns": columns,
                "interpolation": interpolation,
            },
        )
        for interpolation in ("bicubic", "bilinear")
        for rows, columns in ((3, 4), (6, 8), (5, 5), (2, 3))
    ),
    ("axial_d8", "axis_frequencies", {"head_dim": 8, "base": 100}),
    ("axial_d64", "axis_frequencies", {"head_dim": 64, "base": 100}),
    ("mixed_d8_unturned", "axis_frequencies", {"head_dim": 8, "base": 10, "angle": 0}),
    ("mixed_d16", "axis_frequencies", {"head_dim": 16, "base": 10, "angle": 0.625}),
    ("mrope_qwen25", "axis_frequencies", qwen),
    (
        "mrope_qwen3",
        "axis_frequencies",
        {"sections": [24, 20, 20], "base": 5000000, "sections_layout": "interleaved"},
    ),
    ("axial_angles", "axis_angles", {"head_dim": 8, "base": 100, "positions": [[0, 0], [3, 1], [-2, 13], [0.5, 7.25]]}),
    ("mixed_angles", "axis_angles", {"head_dim": 8, "base": 10, "angle": 2.5, "positions": [[3, 1], [1, 3], [-13, 6]]}),
    (
        "mrope_angles",
        "axis_angles",
        {"sections": [2, 3, 3], "base": 10000, "positions": [[5, 5, 5], [5, 6, 7], [9, 2, 0]]},
    ),
    (
        "mrope_angles_in_turn",
        "axis_angles",
        {
            "sections": [4, 2, 2],
            "base": 10000,
            "sections_layout": "interleaved",
            "positions": [[5, 5, 5], [5, 6, 7], [9, 2, 0]],
        },
    ),
    ("axial_rotated", "rotate_axes", {"head_dim": 8, "base": 100, "x": q8, "positions": [[0, 0], [1, 0], [0, 1], [5, 2]]}),
    (
        "mixed_rotated_half_split",
        "rotate_axes",
        {
            "head_dim": 8,
            "base": 10,
            "angle": 1,
            "layout": "half_split",
            "x": q8,
            "positions": [[0, 0], [1, 0], [0, 1], [5, 2]],
        },
    ),
    (
        "axial_scores_2x2",
        "axis_scores",
        {
            "head_dim": 8,
            "base": 100,
            "q": q8,
            "k": k8,
            "query_positions": [[0, 0], [1, 0], [0, 1], [1, 1]],
            "key_positions": [[0, 0], [1, 0], [0, 1], [1, 1]],
        },
    ),
    (
        "mrope_scores",
        "axis_scores",
        {
            "sections": [1, 1, 2],
            "base": 10000,
            "layout": "half_split",
            "q": q8,
            "k": k8,
            "query_positions": [[7, 7, 7]],
            "key_positions": [[0, 0, 0], [3, 4, 5], [3, 5, 4]],
        },
    ),
    ("axial_kernel", "grid_kernel", {"head_dim": 64, "base": 100, "reach": 3}),
    ("mixed_kernel", "grid_kernel", {"head_dim": 64, "base": 10, "angle": 0.5, "reach": 3}),
    ("document", "mrope_positions", {"segments": document}),
    ("video", "mrope_positions", {"segments": video}),
    *(
        (
            f"{convention}_d{dimension}_period{max_period}",
            "timestep_embedding",
            {
                "dimension": dimension,
                "max_period": max_period,
                "convention": convention,
                "timesteps": [0, 1, 10, 500.5, 999],
            },
        )
        for convention in ("ddpm", "adm")
        for dimension, max_period in ((4, 10000), (7, 10000), (32, 10000), (8, 100))
    ),
    (
        "fourier_two_coordinates",
        "fourier_features",
        {
            "points": [[0, 0], [0.25, 0.5], [0.984375, 0.125]],
            "frequencies": [[1, 0], [0, 1], [3.5, -2.25], [10.125, 7]],
        },
    ),
    ("nerf_levels_4", "nerf_waves", {"points": [[0, 0], [0.25, -0.5], [0.984375, 0.125]], "levels": 4}),
    ("nerf_levels_10", "nerf_waves", {"points": [[0.3], [-0.7]], "levels": 10}),
]

exact_kinds = {"mrope_positions"}


def is_relative(kind, params):
    """Powers alone, the smallest of which matter as much as the largest."""
    return kind == "axis_frequencies" and "angle" not in params


about = {
    "title": "Positions of grids, videos, timesteps and coordinates",
    "formulas": [
        "grid_table: patch n at x = n mod columns, y = n div columns; MAE [sin x, cos x, sin y, cos y] in blocks; DETR [y, x],"
        " sine and cosine in turn, of (n + 1) / (count + 1e-6) 2 pi; frequencies base^(-4i/d_model)",
        "resize_grid_table: center (n + 1/2) old / new - 1/2; weights max(0, 1 - |s|), or Keys' kernel with a = -3/4; edges repeat",
        "axis_frequencies: F[pair][axis]; axial theta_i = base^(-4i/d) for x, then for y; mixed: turned by `angle`; mrope:"
        " base^(-2i/d) at the axis that the pair listens to",
        "axis_angles: angle_i(p) = sum_a F(i, a) p_a; rotate_axes, axis_scores: each pair rotated by it, as in rope.json",
        "grid_kernel: mean over the pairs of cos(angle_i(dx, dy)); by_direction and interplay as in grid_kernel.hpp",
        "mrope_positions: (t, h, w) of each token; a segment begins one after the largest position so far",
        "timestep_embedding: ddpm [sin, cos], exponent i/(d/2 - 1); adm [cos, sin], exponent i/(d/2); a column of 0 if d is odd",
        "fourier_features: [cos(2 pi B v), sin(2 pi B v)]; nerf_waves: of each coordinate sin(2^l pi p), cos(2^l pi p) in turn",
    ],
    "sources": [
        "He et al. 2022, MAE, arXiv:2111.06377; facebookresearch/mae, util/pos_embed.py",
        "Carion et al. 2020, DETR, arXiv:2005.12872; facebookresearch/detr, models/position_encoding.py",
        "Keys 1981, Cubic convolution interpolation for digital image processing; PyTorch's interpolate, align_corners=False",
        "Heo et al. 2024, RoPE-ViT, arXiv:2403.13298; naver-ai/rope-vit, self-attn/rope_self_attn.py",
        "Wang et al. 2024, Qwen2-VL, arXiv:2409.12191; Qwen3-VL, arXiv:2511.21631, apply_interleaved_mrope in Transformers",
        "Ho et al. 2020, DDPM, arXiv:2006.11239, get_timestep_embedding; Dhariwal and Nichol 2021, arXiv:2105.05233,"
        " guided_diffusion/nn.py, timestep_embedding",
        "Tancik et al. 2020, arXiv:2006.10739, section 5; Mildenhall et al. 2020, NeRF, arXiv:2003.08934, equation 4",
    ],
    "numbers": "All numbers are the nearest IEEE double of a value computed with 50 significant decimal digits (beyond_words.py)."
    " Decimal inputs mean the double nearest to the printed decimal.",
}


def flat(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for one in value for number in flat(one)]
    return [value]


def rounded(value):
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    nearest = float(value)
    return int(nearest) if nearest == int(nearest) and abs(nearest) < 2**53 else nearest


def case(name, kind, params):
    expected = kinds[kind](Exact, **params)
    one = {"name": name, "kind": kind, "params": params}
    if kind in exact_kinds:
        return {**one, "compare": "exact", "tol_double": 0, "expected": expected}
    if is_relative(kind, params):
        return {**one, "compare": "relative", "tol_double": 1e-14, "expected": rounded(expected)}
    plain = flat(kinds[kind](Double, **params))
    errors = [abs(float(e - mpf(p))) for e, p in zip(flat(expected), plain, strict=True)]
    largest = max(1, *(abs(float(e)) for e in flat(expected)))
    tolerance = float(f"{max(1e-15 * largest, 4 * max(errors)):.2g}")
    return {**one, "compare": "absolute", "tol_double": tolerance, "expected": rounded(expected)}


if __name__ == "__main__":
    file = pathlib.Path(__file__).with_suffix(".json")
    text = json.dumps({"about": about, "cases": [case(*one) for one in cases]}, indent=1)
    file.write_text(text + "\n", encoding="utf-8")
