// The database as messages name it.
import type { PostgresSettings } from './postgres-settings.ts';

/** The address of the database without secrets. */
export function describeDatabase({ host, port, database }: PostgresSettings): string {
  const isSocket = host.startsWith('/');
  const place = isSocket ? encodeURIComponent(host) : host.includes(':') ? `[${host}]` : host;
  return `postgresql://${place}:${port}/${database}`;
}
