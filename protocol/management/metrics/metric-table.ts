// The metrics of /metrics: name, type, labels, meaning. The reference page is generated from this table.

export interface MetricRow {
  /** As in Prometheus' text format; that of a counter ends with `_total`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** One sentence. */
  readonly help: string;
  readonly labels: readonly string[];
  /** When it is there; absent: always. */
  readonly when?: 'event-metrics-user-enabled' | 'Linux';
}

type KeycloakMetric =
  | 'requests'
  | 'activeRequests'
  | 'userEvents'
  | 'cpuUsage'
  | 'cpuCount'
  | 'loadAverage'
  | 'uptime';

type UnderstudyMetric = 'signIns' | 'tokenRequests' | 'refusals' | 'sessions';

/** Compat: Keycloak's names, labels and units. */
const KEYCLOAK_METRICS: Readonly<Record<KeycloakMetric, MetricRow>> = {
  requests: {
    name: 'http_server_requests_seconds',
    type: 'histogram',
    help: 'Duration of requests to the main ports, by route, method and status.',
    labels: ['method', 'outcome', 'status', 'uri'],
  },
  activeRequests: {
    name: 'http_server_active_requests',
    type: 'gauge',
    help: 'Requests to the main ports in progress.',
    labels: [],
  },
  userEvents: {
    name: 'keycloak_user_events_total',
    type: 'counter',
    help: 'Keycloak user events.',
    labels: ['client_id', 'error', 'event', 'idp', 'realm'],
    when: 'event-metrics-user-enabled',
  },
  cpuUsage: {
    name: 'process_cpu_usage',
    type: 'gauge',
    help: 'Share of all processors that this process used since the previous scrape, from 0 to 1.',
    labels: [],
  },
  cpuCount: {
    name: 'system_cpu_count',
    type: 'gauge',
    help: 'Number of processors.',
    labels: [],
  },
  loadAverage: {
    name: 'system_load_average_1m',
    type: 'gauge',
    help: 'Load average of the machine over one minute.',
    labels: [],
  },
  uptime: {
    name: 'process_uptime_seconds',
    type: 'gauge',
    help: 'Time since this process started.',
    labels: [],
  },
};

/** What Keycloak has no metric for. */
const UNDERSTUDY_METRICS: Readonly<Record<UnderstudyMetric, MetricRow>> = {
  signIns: {
    name: 'understudy_sign_ins_total',
    type: 'counter',
    help: 'Completed and refused sign-ins of users, by any protocol and by password grant; outcome is accepted or refused.',
    labels: ['outcome', 'realm'],
  },
  tokenRequests: {
    name: 'understudy_token_requests_total',
    type: 'counter',
    help: 'Requests to the token endpoint; outcome is accepted, refused, asked (waiting for the user) or failed.',
    labels: ['grant_type', 'outcome', 'realm'],
  },
  refusals: {
    name: 'understudy_refusals_total',
    type: 'counter',
    help: 'Refused requests by the code that Activity shows; realm is empty outside of realms.',
    labels: ['code', 'realm'],
  },
  sessions: {
    name: 'understudy_sessions',
    type: 'gauge',
    help: 'Active sessions; type is online or offline.',
    labels: ['realm', 'type'],
  },
};

function gauge(name: string, help: string, labels: readonly string[] = []): MetricRow {
  return { name, type: 'gauge', help, labels };
}

function onLinux(row: MetricRow): MetricRow {
  return { ...row, when: 'Linux' };
}

const cpuSeconds = (name: string, help: string): MetricRow => ({ name, type: 'counter', help, labels: [] });
const lag = (name: string, help: string): MetricRow => gauge(`nodejs_eventloop_lag_${name}seconds`, help);
const heapSpace = (name: string, help: string): MetricRow =>
  gauge(`nodejs_heap_space_size_${name}_bytes`, help, ['space']);

/** The metrics of the process, which prom-client supplies under the names common to Node servers. */
const PROCESS_METRICS: readonly MetricRow[] = [
  cpuSeconds('process_cpu_seconds_total', 'CPU time of the process.'),
  cpuSeconds('process_cpu_user_seconds_total', 'CPU time of the process in user mode.'),
  cpuSeconds('process_cpu_system_seconds_total', 'CPU time of the process in system mode.'),
  gauge('process_start_time_seconds', 'When the process started, in seconds since the epoch.'),
  gauge('process_resident_memory_bytes', 'Memory of the process that is in RAM.'),
  onLinux(gauge('process_virtual_memory_bytes', 'Address space of the process.')),
  onLinux(gauge('process_heap_bytes', 'Data segment of the process.')),
  onLinux(gauge('process_open_fds', 'Open file descriptors.')),
  onLinux(gauge('process_max_fds', 'Limit of open file descriptors.')),
  lag('', 'Delay of the event loop at the time of the scrape.'),
  lag('min_', 'Minimum delay of the event loop since the previous scrape.'),
  lag('max_', 'Maximum delay of the event loop since the previous scrape.'),
  lag('mean_', 'Mean delay of the event loop since the previous scrape.'),
  lag('stddev_', 'Standard deviation of the delay since the previous scrape.'),
  lag('p50_', 'Median delay of the event loop since the previous scrape.'),
  lag('p90_', 'Delay of the event loop since the previous scrape, 90th percentile.'),
  lag('p99_', 'Delay of the event loop since the previous scrape, 99th percentile.'),
  gauge('nodejs_active_resources', 'Resources that keep the event loop alive, by type.', ['type']),
  gauge('nodejs_active_resources_total', 'Resources that keep the event loop alive.'),
  gauge('nodejs_active_handles', 'Open handles of libuv, by type.', ['type']),
  gauge('nodejs_active_handles_total', 'Open handles of libuv.'),
  gauge('nodejs_active_requests', 'Pending requests to libuv, by type.', ['type']),
  gauge('nodejs_active_requests_total', 'Pending requests to libuv.'),
  gauge('nodejs_heap_size_total_bytes', 'Size of the JavaScript heap.'),
  gauge('nodejs_heap_size_used_bytes', 'Used part of the JavaScript heap.'),
  gauge('nodejs_external_memory_bytes', 'Memory of objects outside of the heap.'),
  heapSpace('total', 'Size of a heap space.'),
  heapSpace('used', 'Used part of a heap space.'),
  heapSpace('available', 'Free part of a heap space.'),
  gauge('nodejs_version_info', 'Version of Node; the value is 1.', ['version', 'major', 'minor', 'patch']),
  {
    name: 'nodejs_gc_duration_seconds',
    type: 'histogram',
    help: 'Duration of garbage collections, by kind.',
    labels: ['kind'],
  },
];

/** The metrics that this folder counts. */
export const COUNTED: Readonly<Record<KeycloakMetric | UnderstudyMetric, MetricRow>> = {
  ...KEYCLOAK_METRICS,
  ...UNDERSTUDY_METRICS,
};

/** Every metric by origin, for the reference page. */
export const METRIC_TABLE: Readonly<Record<'keycloak' | 'understudy' | 'process', readonly MetricRow[]>> = {
  keycloak: Object.values(KEYCLOAK_METRICS),
  understudy: Object.values(UNDERSTUDY_METRICS),
  process: PROCESS_METRICS,
};
