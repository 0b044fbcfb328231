// Exports of a realm: everything that it contains, the form for Keycloak, and what Keycloak will read differently.
import type { ExportFindingWire } from '#protocol/contract/admin-api.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { exportRealm } from '#protocol/realm/export/export-realm.ts';
import { reportForKeycloak, writeForKeycloak } from '#protocol/realm/export/for-keycloak.ts';
import { badRequest } from '../admin-error.ts';
import { type AdminRequest, emulatorRow, namedRealm, ok, type ServerRow } from '../admin-route.ts';

const FORMS = ['understudy', 'keycloak'] as const;

/** The real time: Keycloak, which checks certificates, does not follow a realm's clock that was moved. */
function realTime(request: AdminRequest, realmName: string): number {
  const clock = request.clocks(realmName);
  return clock.now() - clock.offsetMs;
}

/** `for=keycloak`: in the form that Keycloak imports. Otherwise everything that the realm contains. */
async function exportWhole(request: AdminRequest): Promise<Reply> {
  const realm = namedRealm(request);
  const form = request.exchange.query.get('for') || 'understudy';
  if (!FORMS.some((known) => known === form)) throw badRequest(`for must be one of ${FORMS.join(', ')}`);
  const whole = exportRealm(realm, await request.store.users.list(realm.id));
  const file =
    form === 'keycloak' ? writeForKeycloak(whole, { now: realTime(request, realm.realm) }).file : whole;
  const fileName = `${realm.realm.replaceAll(/[^\w.-]/g, '_')}-realm.json`;
  return ok(file, { 'content-disposition': `attachment; filename="${fileName}"` });
}

async function exportReport(request: AdminRequest): Promise<Reply> {
  const realm = namedRealm(request);
  const users = await request.store.users.list(realm.id);
  const report: readonly ExportFindingWire[] = reportForKeycloak(
    realm,
    users,
    realTime(request, realm.realm),
  );
  return ok(report);
}

export const REALM_EXPORT_ROWS: readonly ServerRow[] = [
  emulatorRow('GET', '/realms/:realm/export', exportWhole),
  emulatorRow('GET', '/realms/:realm/export-report', exportReport),
];
