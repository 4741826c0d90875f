// Every element that a page of the lesson may hold, and the script that knows it.
export const elements: Record<string, () => Promise<unknown>> = {
  'posenc-alibi-attention': () => import('./figures/alibi-attention/alibi-attention.ts'),
  'posenc-alibi-bias': () => import('./figures/alibi-bias/alibi-bias.ts'),
  'posenc-alibi-slopes': () => import('./figures/alibi-slopes/alibi-slopes.ts'),
  'posenc-buckets': () => import('./figures/buckets/buckets.ts'),
  'posenc-clock': () => import('./figures/clock/clock.ts'),
  'posenc-code': () => import('./exercises/code/code.ts'),
  'posenc-dot-products': () => import('./figures/dot-products/dot-products.ts'),
  'posenc-exercise': () => import('./exercises/exercise.ts'),
  'posenc-extension': () => import('./figures/extension/extension.ts'),
  'posenc-float32': () => import('./figures/float32/float32.ts'),
  'posenc-heatmap': () => import('./figures/heatmap/heatmap.ts'),
  'posenc-kernel': () => import('./figures/kernel/kernel.ts'),
  'posenc-learned': () => import('./figures/learned/learned.ts'),
  'posenc-learned-trained': () => import('./figures/learned-trained/learned-trained.ts'),
  'posenc-look-up': () => import('./figures/look-up/look-up.ts'),
  'posenc-order': () => import('./figures/order/order.ts'),
  'posenc-rope-bases': () => import('./figures/rope-bases/rope-bases.ts'),
  'posenc-rope-cache': () => import('./figures/rope-cache/rope-cache.ts'),
  'posenc-rope-decay': () => import('./figures/rope-decay/rope-decay.ts'),
  'posenc-rope-dials': () => import('./figures/rope-dials/rope-dials.ts'),
  'posenc-rope-layouts': () => import('./figures/rope-layouts/rope-layouts.ts'),
  'posenc-rope-worked': () => import('./figures/rope-worked/rope-worked.ts'),
  'posenc-shift': () => import('./figures/shift/shift.ts'),
  'posenc-similarity': () => import('./figures/similarity/similarity.ts'),
  'posenc-spectrum': () => import('./figures/spectrum/spectrum.ts'),
  'posenc-sum': () => import('./figures/sum/sum.ts'),
  'posenc-training': () => import('./figures/training/training.ts'),
  'posenc-waveforms': () => import('./figures/waveforms/waveforms.ts'),
  'posenc-wavelengths': () => import('./figures/wavelengths/wavelengths.ts'),
};

/** Those that have nothing to show before a reader does something: no picture of them comes with the page. */
export const without_picture: readonly string[] = [
  'posenc-code',
  'posenc-exercise',
  'posenc-training',
];
