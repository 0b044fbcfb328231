// Collects what Keycloak will read differently from Understudy; what occurs many times is reported once.
import type { ExportFindingWire } from '#protocol/contract/admin-api.ts';

/** Reports a finding. */
export type Report = (path: string, message: string) => void;

export interface Findings {
  readonly report: Report;
  /** In the order in which they were first reported. */
  list(): readonly ExportFindingWire[];
}

export function createFindings(): Findings {
  const found = new Map<string, { readonly path: string; readonly message: string; count: number }>();
  return {
    report(path, message) {
      const kind = `${path.replaceAll(/\[\d+\]/g, '[]')} ${message}`;
      const known = found.get(kind);
      if (known === undefined) found.set(kind, { path, message, count: 1 });
      else known.count += 1;
    },
    list: () =>
      [...found.values()].map(({ path, message, count }) => ({
        path,
        message: count === 1 ? message : `${message} The same applies in ${count - 1} more places.`,
      })),
  };
}
