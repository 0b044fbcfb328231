// Health documents in MicroProfile Health format, for the main port and the management interface.
import type { StorageError } from '#protocol/errors/storage-error.ts';
import type { RealmOutOfService } from '#protocol/store/store.ts';

export type HealthStatus = 'UP' | 'DOWN';

export interface HealthCheck {
  readonly name: string;
  readonly status: HealthStatus;
  readonly data?: Readonly<Record<string, string>>;
}

/** Compat: the name is Keycloak's. */
export function checkStore({ description, remedy }: StorageError): HealthCheck {
  return {
    name: 'Keycloak database connections async health check',
    status: 'DOWN',
    data: { problem: description, remedy },
  };
}

/** A check that is DOWN for each damaged realm. The server stays UP because it serves the other realms. */
export function checkRealms(damaged: readonly RealmOutOfService[]): readonly HealthCheck[] {
  return damaged.map(({ realm, file, problem }) => ({
    name: realm === undefined ? 'Realm of unknown name' : `Realm ${realm}`,
    status: 'DOWN',
    data: { file, problem },
  }));
}

/**
 * The document as Keycloak writes it, which shell health checks compare byte by byte: four spaces, a blank
 * after each colon, an empty list on two lines, no final newline.
 */
export function renderHealthDocument(status: HealthStatus, checks: readonly HealthCheck[]): string {
  const text = JSON.stringify({ status, checks }, undefined, 4);
  return checks.length === 0 ? text.replace('"checks": []', '"checks": [\n    ]') : text;
}
