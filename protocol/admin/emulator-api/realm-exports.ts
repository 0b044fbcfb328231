// Exports of a realm: everything that it contains, the form for Keycloak, and what Keycloak will read differently.
import type { ExportFindingWire } from '#protocol/contract/admin-api.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { exportRealm } from '#protocol/realm/export/export-realm.ts';
import { reportForKeycloak, writeForKeycloak } from '#protocol/realm/export/for-keycloak.ts';
import { collect } from '#protocol/store/collect.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { type ImportReportDeps, readImportReport } from './import-report.ts';

type ExportRequest = EmulatorRequest<'GET /realms/{realm}/export'>;
type ReportRequest = EmulatorRequest<'GET /realms/{realm}/export-report'>;

/** The real time: Keycloak, which checks certificates, does not follow a realm's clock that was moved. */
function realTime({ clocks, realm }: ExportRequest | ReportRequest): number {
  const clock = clocks(realm.realm);
  return clock.now() - clock.offsetMs;
}

/** `for=keycloak`: in the form that Keycloak imports. Otherwise everything that the realm contains. */
async function exportWhole(request: ExportRequest): Promise<Reply> {
  const { realm, query } = request;
  const whole = exportRealm(realm, await collect(request.store.users.each(realm.id)));
  const file = query.for === 'keycloak' ? writeForKeycloak(whole, { now: realTime(request) }).file : whole;
  const fileName = `${realm.realm.replaceAll(/[^\w.-]/g, '_')}-realm.json`;
  return ok(file, { 'content-disposition': `attachment; filename="${fileName}"` });
}

async function exportReport(request: ReportRequest): Promise<Reply> {
  const { realm } = request;
  const users = await collect(request.store.users.each(realm.id));
  const report: readonly ExportFindingWire[] = reportForKeycloak(realm, users, realTime(request));
  return ok(report);
}

export const createExportHandlers = (deps: ImportReportDeps): EmulatorHandlers<'exports'> => ({
  'GET /realms/{realm}/import-report': (request) => readImportReport(request, deps),
  'GET /realms/{realm}/export': exportWhole,
  'GET /realms/{realm}/export-report': exportReport,
});
