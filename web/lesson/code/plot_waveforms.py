import matplotlib.pyplot as plt
import numpy as np

d, pos = 128, np.arange(0, 50, 0.1)  # between positions, too
for dim in (0, 1, 10, 20, 50):
    angle = pos * 10000.0 ** (-(dim - dim % 2) / d)
    plt.plot(pos, (np.sin, np.cos)[dim % 2](angle), label=f"dim {dim}")
plt.xlabel("position")
plt.legend()
plt.show()
