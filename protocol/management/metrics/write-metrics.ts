// Writes metrics as text: OpenMetrics 1.0, and Prometheus' text format 0.0.4.
import type { MetricsFormat } from '../negotiate-metrics.ts';

export interface Sample {
  /** `<family>`, or with one of the suffixes `_bucket`, `_count`, `_sum`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

export interface MetricFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}

function formatValue(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

/** Labels in alphabetical order, as Micrometer writes them, `le` last. */
function formatLabels(labels: Sample['labels']): string {
  const names = Object.keys(labels).filter((name) => name !== 'le');
  const sorted = [...names.sort(), ...('le' in labels ? ['le'] : [])];
  const pairs = sorted.map((name) => `${name}="${escapeLabel(String(labels[name]))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function formatSample({ name, labels, value }: Sample): string {
  return `${name}${formatLabels(labels)} ${formatValue(value)}\n`;
}

/** OpenMetrics names the family of a counter without `_total`, which its samples keep. OpenMetrics §5.2. */
function familyName({ name, type }: MetricFamily, format: MetricsFormat): string {
  return format === 'openmetrics' && type === 'counter' ? name.replace(/_total$/, '') : name;
}

function formatFamily(family: MetricFamily, format: MetricsFormat): string {
  const name = familyName(family, format);
  const head = `# HELP ${name} ${escapeHelp(family.help)}\n# TYPE ${name} ${family.type}\n`;
  return head + family.samples.map(formatSample).join('');
}

export function writeMetrics(families: readonly MetricFamily[], format: MetricsFormat): string {
  const text = families.map((family) => formatFamily(family, format)).join('');
  return format === 'openmetrics' ? `${text}# EOF\n` : text;
}
