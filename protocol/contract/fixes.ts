// Fixes as refusals and the emulator API show them, and as sentences.
import { FIXES, type FixInput, type FixKind, type FixRow } from './fix-table.ts';

/** A change that would accept a refused request, as the refusing rule knows it. */
export interface FixWire {
  /** A row of the table of fixes: `add-redirect-uri`. */
  readonly kind: FixKind;
  /** Name of the realm that is changed. */
  readonly realm?: string;
  /** `clientId` of the client that is changed or created. */
  readonly client?: string;
  /** Name of the user who is changed or created. */
  readonly user?: string;
  /** What is added or removed; for a new client, its redirect URI. */
  readonly value?: string | undefined;
  /** The `grant_type` that a new client must be allowed to use. */
  readonly grant?: string | undefined;
  /** The shortest lifespan in seconds with which the request would have come in time. */
  readonly seconds?: number;
}

/** A setting before and after a change. Passwords and secrets are masked. */
export interface FixChangeWire {
  readonly target: 'realm' | 'client' | 'user';
  /** Of the realm, the client (`clientId`) or the user (`username`). */
  readonly name: string;
  /** As in a realm file; attributes as `attributes.<name>`. */
  readonly setting: string;
  /** Absent: not set. */
  readonly before?: unknown;
  /** Of a lifespan that is not set: the one that applies, in seconds. */
  readonly default?: number;
  readonly after?: unknown;
}

/** Response of `GET /emulator/v1/realms/{realm}/activity/{id}/fix`: what applying the fix would change. */
export interface FixPreviewWire {
  readonly fix: FixWire;
  /** For a button: `Add redirect URI`. */
  readonly label: string;
  /** What the change allows, as a sentence. */
  readonly effect: string;
  readonly changes: readonly FixChangeWire[];
  /** What must be sent with the change; `seconds` may be left out, and so may the `secret` of a new client. */
  readonly input?: FixInput;
  /** The lifespan that is used if none is sent. */
  readonly seconds?: number;
  /** Identifies the current values. Sent with the change, it is refused if they have changed since. */
  readonly state: string;
}

/** Body of `POST /emulator/v1/realms/{realm}/activity/{id}/fix`. */
export interface FixRequestWire {
  /** From the preview; default: the current values do not matter. */
  readonly state?: string;
  readonly password?: string;
  readonly secret?: string;
  /** The new lifespan. */
  readonly seconds?: number;
}

/** An applied fix. */
export interface AppliedFixWire {
  /** For `DELETE /emulator/v1/realms/{realm}/fixes/{fix}`. */
  readonly id: string;
  /** ID of the refused exchange whose fix it is. */
  readonly exchange: string;
  readonly label: string;
  readonly effect: string;
  readonly changes: readonly FixChangeWire[];
}

function describeSetting(setting: string): string {
  return setting.startsWith('attributes.') ? `attribute ${setting.slice('attributes.'.length)}` : setting;
}

/** How to make the change by hand, as a sentence: `Set enabled of client web to true.` */
export function describeFix(fix: FixWire): string {
  const row: FixRow = FIXES[fix.kind];
  const owner = `${row.target} ${fix[row.target]}`;
  const setting = row.change === 'create' ? '' : describeSetting(row.setting);
  switch (row.change) {
    case 'set':
      return row.to === '' ? `Clear ${setting} of ${owner}.` : `Set ${setting} of ${owner} to ${row.to}.`;
    case 'add':
      return `Add "${fix.value}" to ${setting} of ${owner}.`;
    case 'remove':
      return `Remove ${fix.value} from ${setting} of ${owner}.`;
    case 'raise':
      return `Raise ${setting} of ${owner}.`;
    case 'create':
      return `Create ${owner}.`;
    case 'enter':
      return `Set ${setting} of ${owner}.`;
  }
}
