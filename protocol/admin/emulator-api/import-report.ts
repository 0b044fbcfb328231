// The import report of a realm as it is stored now.
import type { ImportReportWire } from '#protocol/contract/import-report.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import type { RealmImportDeps } from '#protocol/realm/file/import-realm.ts';
import { reportWalk } from '#protocol/realm/report/report-settings.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorRequest } from '../emulator-route.ts';

export type ImportReportDeps = Pick<RealmImportDeps, 'textKeys'>;

export async function readImportReport(
  { store, realm, exchange }: EmulatorRequest<'GET /realms/{realm}/import-report'>,
  { textKeys }: ImportReportDeps,
): Promise<Reply> {
  const facts = { textKeys, themes: exchange.themes };
  const settings = await reportWalk(realm, store.users.each(realm.id), facts);
  const report: ImportReportWire = { realm: realm.realm, settings };
  return ok(report);
}
