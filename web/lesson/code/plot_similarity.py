import matplotlib.pyplot as plt
import numpy as np

d, pos = 128, np.arange(50)[:, None]
angle = pos * 10000.0 ** (-np.arange(0, d, 2) / d)  # (50, d / 2)
table = np.stack((np.sin(angle), np.cos(angle)), axis=-1).reshape(-1, d)
unit = table / np.linalg.norm(table, axis=-1, keepdims=True)
plt.imshow(unit @ unit.T)
plt.colorbar(label="cosine similarity")
plt.show()
