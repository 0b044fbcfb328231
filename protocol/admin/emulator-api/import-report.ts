// The import report of a realm as it is stored now.
import type { ImportReportWire } from '#protocol/contract/import-report.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { reportSettings } from '#protocol/realm/report/report-settings.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorRequest } from '../emulator-route.ts';

export async function readImportReport({
  store,
  realm,
}: EmulatorRequest<'GET /realms/{realm}/import-report'>): Promise<Reply> {
  const users = await store.users.list(realm.id);
  const report: ImportReportWire = { realm: realm.realm, settings: reportSettings(realm, users) };
  return ok(report);
}
