// Logs the import report of a realm: a warning for each line, and where to find the rest.
import type { IneffectiveSettingWire } from '#protocol/contract/import-report.ts';
import { joinFirst } from '#protocol/contract/settings/kept.ts';
import type { Logger } from '#protocol/log/logger.ts';

/** Lines that are logged one by one. */
const MOST_LOGGED = 30;

/** Returns the lines that were logged one by one. */
export function logImportReport(
  realm: string,
  settings: readonly IneffectiveSettingWire[],
  log: Logger,
): readonly IneffectiveSettingWire[] {
  const logged = settings.slice(0, MOST_LOGGED);
  for (const { path, value, count, names, message } of logged)
    log.warn('A setting has no effect here', {
      realm,
      setting: path,
      ...(names === undefined ? {} : { in: joinFirst(names, count) }),
      ...(value === undefined ? {} : { value }),
      instead: message,
    });
  const more = settings.length - MOST_LOGGED;
  if (more > 0)
    log.warn('More settings have no effect here', {
      realm,
      count: more,
      see: `GET /emulator/v1/realms/${encodeURIComponent(realm)}/import-report`,
    });
  return logged;
}
