// Settings over HTTP: reads every option, and changes the configuration file, all or nothing.

import { changesOf, text } from '#protocol/contract/settings/value-type.ts';
import type {
  SettingFaultWire,
  Settings,
  SettingsChanged,
  SettingsChangeWire,
  SettingsWire,
} from '#protocol/contract/settings.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { AdminError, badRequest, conflict } from '../admin-error.ts';
import { type AdminRequest, ok } from '../admin-route.ts';
import type { EmulatorHandlers } from '../emulator-route.ts';
import { readObject } from '../members.ts';

const RULES = { changes: { type: changesOf(text) }, etag: { type: text } };

function settingsReply(settings: SettingsWire): Reply {
  return ok(settings, { etag: `"${settings.etag}"` });
}

/** The ETag that a change is based on; undefined: any. RFC 9110 §13.1.1. */
function readIfMatch({ exchange }: AdminRequest): string | undefined {
  const header = exchange.headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const etag = /^"([\w-]{1,64})"$/.exec(String(header))?.[1];
  if (etag === undefined) throw badRequest('If-Match must be the ETag of the settings, or *');
  return etag;
}

function sentence({ key, problem, remedy }: SettingFaultWire): string {
  return `${key}: ${problem}. ${remedy}`;
}

function faulty(status: 400 | 409, faults: readonly SettingFaultWire[]): AdminError {
  return new AdminError(status, { errorMessage: faults.map(sentence).join(' '), faults });
}

/** @throws {AdminError} 400 naming each faulty key, 409 when the file is unusable or has changed. */
function changedReply(changed: SettingsChanged): Reply {
  switch (changed.outcome) {
    case 'saved':
      return settingsReply(changed.settings);
    case 'refused':
      throw faulty(400, changed.faults);
    case 'blocked':
      throw faulty(409, [changed.fault]);
    case 'stale':
      throw conflict(
        `${changed.file} has changed since these settings were read. Read them again, then change.`,
      );
  }
}

async function changeSettings(request: AdminRequest, { settings, log }: SettingsDeps): Promise<Reply> {
  const { changes, etag } = readObject<SettingsChangeWire>(request.exchange.json, RULES, ['changes']);
  const from = readIfMatch(request) ?? etag;
  const changed = await settings.change({ changes, ...(from === undefined ? {} : { etag: from }) });
  if (changed.outcome === 'saved') {
    const by = request.administrator.username;
    log.info('Settings changed', { keys: Object.keys(changes).join(','), by });
  }
  return changedReply(changed);
}

export interface SettingsDeps {
  readonly settings: Settings;
  readonly log: Logger;
}

export function createSettingsHandlers(deps: SettingsDeps): EmulatorHandlers<'settings'> {
  return {
    'GET /settings': () => settingsReply(deps.settings.describe()),
    'PUT /settings': (request) => changeSettings(request, deps),
  };
}
