import matplotlib.pyplot as plt
import numpy as np

d, pos = 128, np.arange(100)[:, None]
angle = pos * 10000.0 ** (-np.arange(0, d, 2) / d)  # (100, d / 2)
table = np.stack((np.sin(angle), np.cos(angle)), axis=-1).reshape(-1, d)
plt.imshow(table, cmap="RdBu", vmin=-1, vmax=1, aspect="auto")
plt.xlabel("dimension")
plt.ylabel("position")
plt.show()
