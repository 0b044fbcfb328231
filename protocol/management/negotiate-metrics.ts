// Chooses the text format of /metrics from the Accept header, as Keycloak does.

/** `openmetrics`: OpenMetrics 1.0; `text`: Prometheus text format 0.0.4. */
export type MetricsFormat = 'openmetrics' | 'text';

export const METRICS_TYPES: Readonly<Record<MetricsFormat, string>> = {
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  text: 'text/plain; version=0.0.4; charset=utf-8',
};

export type MetricsNegotiation =
  | { readonly format: MetricsFormat; readonly contentType: string; readonly reason?: undefined }
  | { readonly format: undefined; readonly contentType?: undefined; readonly reason: string };

interface Range {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

const MAX_REASON_LENGTH = 200;

function parseRange(text: string): Range {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase());
  const parameters = new Map(
    rest.map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name.trim(), value.trim().replace(/^"(.*)"$/, '$1')] as const;
    }),
  );
  const quality = Number(parameters.get('q') ?? 1);
  return { type, parameters, quality: Number.isNaN(quality) ? 0 : quality };
}

/**
 * Compat: a wildcard means OpenMetrics, `text/plain` of any version the text format, and OpenMetrics by name
 * needs both version and charset.
 */
function formatOf({ type, parameters }: Range): MetricsFormat | undefined {
  if (type === 'text/plain') return 'text';
  if (type === '*/*' || type === 'text/*' || type === 'application/*') return 'openmetrics';
  if (type !== 'application/openmetrics-text') return undefined;
  const isFull = parameters.get('version') === '1.0.0' && parameters.get('charset') === 'utf-8';
  return isFull ? 'openmetrics' : undefined;
}

/** The format of the range with the highest quality; 406 with Keycloak's reason phrase if none is offered. */
export function negotiateMetrics(accept: string | undefined): MetricsNegotiation {
  const ranges = (accept ?? '*/*').split(',').map(parseRange);
  let best: { readonly format: MetricsFormat; readonly quality: number } | undefined;
  for (const range of ranges) {
    const format = range.quality > 0 ? formatOf(range) : undefined;
    if (format !== undefined && range.quality > (best?.quality ?? 0))
      best = { format, quality: range.quality };
  }
  if (best !== undefined) return { format: best.format, contentType: METRICS_TYPES[best.format] };
  // A header value has no line ends, so it cannot add a header to the response.
  const asked = (accept ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, MAX_REASON_LENGTH);
  return { format: undefined, reason: `Micrometer prometheus endpoint does not support ${asked}` };
}
