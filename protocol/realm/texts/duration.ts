// Durations in a language.

/** `5 minutes`, `12 Stunden`, `2 jours`: the largest unit that fits. */
export function describeMinutes(minutes: number, locale: string): string {
  const [count, unit] =
    minutes % 1440 === 0
      ? [minutes / 1440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return formatter(locale, unit).format(count);
}

function formatter(locale: string, unit: string): Intl.NumberFormat {
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  try {
    return new Intl.NumberFormat(locale, options);
  } catch {
    // Not a language tag, as in realms with names of their own.
    return new Intl.NumberFormat('en', options);
  }
}
