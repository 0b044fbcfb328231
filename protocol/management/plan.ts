// What the options ask of the management interface: whether it is there, where, and what it serves.
import { parseMilliseconds } from '#protocol/contract/milliseconds.ts';
import type { OptionValues } from '#protocol/contract/options.ts';
import type { TlsCredentials } from '#protocol/http/development-certificate.ts';
import { readKeyPair, type TlsOptions } from '#protocol/http/tls-credentials.ts';

/** The options, and where they are set. */
export interface ManagementOptions {
  readonly values: OptionValues;
  readonly sources: TlsOptions['sources'];
  /** Path below which the main ports serve everything; default: the root. */
  readonly relativePath?: string;
}

export interface MetricsPlan {
  /** Bounds of the buckets of request durations, in seconds, ascending; none: no buckets. */
  readonly bounds: readonly number[];
  /** Labels of user events; undefined: they are not counted. */
  readonly userEventTags: readonly string[] | undefined;
  /** Compat: the interface of Keycloak before 25. */
  readonly onMainPort: boolean;
}

export interface ListenerPlan {
  readonly host: string;
  readonly port: number;
  /** `/`, or a path without a final slash. */
  readonly path: string;
  /** Whether it serves health. */
  readonly health: boolean;
  /** Whether it uses HTTPS with the certificate that is configured for the main server. */
  readonly inheritsTls: boolean;
  /** Its own certificate. */
  readonly credentials: TlsCredentials | undefined;
}

export interface ManagementPlan {
  /** Undefined: the port stays closed. */
  readonly listener: ListenerPlan | undefined;
  /** Undefined: nothing is counted. */
  readonly metrics: MetricsPlan | undefined;
}

/** Seconds; what Prometheus' client libraries use, because it fits the durations of web requests. */
const DEFAULT_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Compat: the port is open with health (unless it is kept off the interface) or metrics, never with the legacy
 * interface.
 * @throws {OptionError} for certificate files that cannot be used.
 */
export function planManagement(options: ManagementOptions): ManagementPlan {
  const { values } = options;
  const isLegacy = values['legacy-observability-interface'];
  const health = values['health-enabled'] && values['http-management-health-enabled'];
  const hasPort = !isLegacy && (health || values['metrics-enabled']);
  return {
    listener: hasPort ? planListener(options, health) : undefined,
    metrics: values['metrics-enabled'] ? planMetrics(values, isLegacy) : undefined,
  };
}

function planListener(options: ManagementOptions, health: boolean): ListenerPlan {
  const { values, relativePath = '/' } = options;
  const inheritsTls = values['http-management-scheme'] === 'inherited';
  return {
    host: values['http-management-host'] ?? values['http-host'],
    port: values['http-management-port'],
    path: values['http-management-relative-path'] ?? relativePath,
    health,
    inheritsTls,
    credentials: inheritsTls ? readOwnPair(options) : undefined,
  };
}

function readOwnPair(options: ManagementOptions): TlsCredentials | undefined {
  return readKeyPair(options, {
    certificate: 'https-management-certificate-file',
    key: 'https-management-certificate-key-file',
  });
}

function planMetrics(values: OptionValues, onMainPort: boolean): MetricsPlan {
  const slos = parseMilliseconds(values['http-metrics-slos'] ?? '') ?? [];
  const bounds = [
    ...(values['http-metrics-histograms-enabled'] ? DEFAULT_BOUNDS : []),
    ...slos.map((milliseconds) => milliseconds / 1000),
  ];
  return {
    bounds: [...new Set(bounds)].sort((a, b) => a - b),
    userEventTags: values['event-metrics-user-enabled']
      ? values['event-metrics-user-tags'].split(',')
      : undefined,
    onMainPort,
  };
}
