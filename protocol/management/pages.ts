// The pages of the management interface by path: index, health, metrics, and the 404 for everything else.
import { type HealthCheck, renderHealthDocument } from '#protocol/http/health-document.ts';
import type { HostPolicy } from '#protocol/http/host-policy.ts';
import type { Answer, AnswerRequest } from './connection.ts';
import type { MetricsFormat } from './negotiate-metrics.ts';
import { negotiateMetrics } from './negotiate-metrics.ts';
import { normalizePath } from './normalize-path.ts';

export interface PagesSetup {
  /** Where everything is: `/`, or `/auth` without a final slash. */
  readonly path: string;
  /** Undefined: health is not served here. */
  readonly health: HealthState | undefined;
  /** Writes all metrics; undefined: metrics are off. */
  readonly metrics: ((format: MetricsFormat) => Promise<string>) | undefined;
  /** The names under which the port answers; undefined: any. */
  readonly hosts: HostPolicy | undefined;
}

/** What health reports, at the time of the request. */
interface HealthState {
  isStopping(): boolean;
  /** Checks that are DOWN and decide the status. */
  listFaults(): Promise<readonly HealthCheck[]>;
  /** Checks that do not decide the status. */
  listNotices(): readonly HealthCheck[];
}

type Page = (accept: string | undefined) => Answer | Promise<Answer>;

const NOT_FOUND: Answer = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<html><body><h1>Resource not found</h1></body></html>',
};

const FOREIGN_HOST: Answer = {
  status: 403,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'This server does not answer under the name in the header Host. Call it as localhost.\n',
};

/** All verbs get the same response. Compat: as Keycloak's management interface answers. */
export function createPages(setup: PagesSetup): AnswerRequest {
  const { health, metrics, hosts } = setup;
  const base = setup.path === '/' ? '' : setup.path;
  const index = renderIndex(health !== undefined, metrics !== undefined);
  const find = (path: string): Page | undefined => {
    if (path === (base || '/')) return () => index;
    if (base !== '' && path === '/') return () => ({ status: 302, headers: { location: base }, body: '' });
    if (!path.startsWith(`${base}/`)) return undefined;
    const page = path.slice(base.length);
    return findHealth(page, health) ?? findMetrics(page, metrics);
  };
  return ({ target, headers }) => {
    if (!isAllowed(hosts, headers.get('host'))) return FOREIGN_HOST;
    return find(normalizePath(target))?.(headers.get('accept')) ?? NOT_FOUND;
  };
}

/** Shell checks and HTTP/1.0 send no Host; browsers always do. */
function isAllowed(hosts: HostPolicy | undefined, host: string | undefined): boolean {
  if (hosts === undefined || host === undefined) return true;
  return hosts.check({ host, isSecure: false, path: '', isProxied: false }).outcome === 'allowed';
}

/** Without Content-Type, and with links that ignore the relative path. Compat: as in Keycloak. */
function renderIndex(hasHealth: boolean, hasMetrics: boolean): Answer {
  const items = [
    ...(hasHealth ? ['<li><a href="/health">/health</a> - Health endpoint</li>'] : []),
    ...(hasMetrics ? ['<li><a href="/metrics">/metrics</a> - Metrics endpoint</li>'] : []),
  ];
  const body = `<html>\n<h2>Keycloak Management Interface</h2>\n<ul>${items.join('\n')}</ul>\n</html>\n`;
  return { status: 200, headers: {}, body };
}

const AGGREGATES = new Set(['/health', '/health/ready']);
const EMPTY_HEALTH = /^\/health\/(?:live|started|well|group(?:\/.*)?)$/;

function findHealth(page: string, health: HealthState | undefined): Page | undefined {
  if (health === undefined) return undefined;
  if (AGGREGATES.has(page)) return () => aggregate(health);
  return EMPTY_HEALTH.test(page) ? () => healthAnswer(true, []) : undefined;
}

async function aggregate(health: HealthState): Promise<Answer> {
  const faults = await health.listFaults();
  const isStopping = health.isStopping();
  return healthAnswer(!isStopping && faults.length === 0, [
    { name: 'Graceful Shutdown', status: isStopping ? 'DOWN' : 'UP' },
    // The interface opens when the server is initialized.
    { name: 'Keycloak Initialized', status: 'UP' },
    ...faults,
    ...health.listNotices(),
  ]);
}

function healthAnswer(isUp: boolean, checks: readonly HealthCheck[]): Answer {
  return {
    status: isUp ? 200 : 503,
    headers: { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' },
    body: renderHealthDocument(isUp ? 'UP' : 'DOWN', checks),
  };
}

function findMetrics(page: string, metrics: PagesSetup['metrics']): Page | undefined {
  if (metrics === undefined || !(page === '/metrics' || page.startsWith('/metrics/'))) return undefined;
  return async (accept) => {
    const { format, contentType, reason } = negotiateMetrics(accept);
    if (format === undefined) return { status: 406, reason, headers: {}, body: '' };
    return { status: 200, headers: { 'content-type': contentType }, body: await metrics(format) };
  };
}
