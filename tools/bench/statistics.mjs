// Medians, percentiles and formats of figures.

/** The middle value, or the mean of the two in the middle; NaN for none. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

/** The value that `percent` per cent of the values do not exceed (nearest rank); NaN for none. */
export function percentile(values, percent) {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/** `1234567` as `1,234,567`. */
export function formatCount(value) {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

/** Bytes as megabytes with one decimal. */
export function formatMb(bytes) {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

export function formatMs(ms) {
  return ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${ms.toFixed(0)} ms`;
}
