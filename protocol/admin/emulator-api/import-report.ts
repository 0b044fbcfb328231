// The import report of a realm as it is stored now.
import type { ImportReportWire } from '#protocol/contract/import-report.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { reportSettings } from '#protocol/realm/report/report-settings.ts';
import { type AdminRequest, emulatorRow, namedRealm, ok, type ServerRow } from '../admin-route.ts';

async function read(request: AdminRequest): Promise<Reply> {
  const realm = namedRealm(request);
  const users = await request.store.users.list(realm.id);
  const report: ImportReportWire = { realm: realm.realm, settings: reportSettings(realm, users) };
  return ok(report);
}

export const IMPORT_REPORT_ROWS: readonly ServerRow[] = [
  emulatorRow('GET', '/realms/:realm/import-report', read),
];
