// The delegation as it comes over the wire: its members, checked one by one.
import { OAuthError } from '#protocol/errors/oauth-error.ts';

/** A delegation, typed (service description §4.2). */
export interface Delegation {
  readonly loginHint: string;
  /** Names of scopes, each once. */
  readonly scopes: readonly string[];
  readonly consentRequired: boolean;
  readonly bindingMessage: string | undefined;
  readonly acrValues: string | undefined;
  /** Further members, as they were called. */
  readonly parameters: Readonly<Record<string, string>>;
}

const MAX_CHARACTERS = {
  login_hint: 255,
  scope: 4096,
  binding_message: 255,
  acr_values: 1024,
} as const;
const KNOWN: ReadonlySet<string> = new Set([...Object.keys(MAX_CHARACTERS), 'is_consent_required']);
const MAX_PARAMETERS = 20;
const MAX_PARAMETER_CHARACTERS = 2048;

/** Names of callers' making are shown to them in part only. */
const MAX_SHOWN_NAME = 64;

function refuse(member: string, expectation: string): OAuthError {
  const description = `${member} must be ${expectation}`;
  return new OAuthError('invalid_request', {
    description,
    reason: `The delegation cannot be read: ${description}.`,
    remedy: `Send ${member} as the service description says.`,
    section: 'service description §4.2',
  });
}

function readText(
  body: Readonly<Record<string, unknown>>,
  member: keyof typeof MAX_CHARACTERS,
  least: number,
): string {
  const value = body[member];
  const most = MAX_CHARACTERS[member];
  if (typeof value === 'string' && value.length >= least && value.length <= most) return value;
  throw refuse(member, `a string of ${least} to ${most} characters`);
}

function readOptionalText(
  body: Readonly<Record<string, unknown>>,
  member: 'binding_message' | 'acr_values',
): string | undefined {
  return body[member] === undefined ? undefined : readText(body, member, 1);
}

function readParameters(body: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const further = Object.entries(body).filter(([name]) => !KNOWN.has(name));
  if (further.length > MAX_PARAMETERS)
    throw refuse('the body', `of at most ${MAX_PARAMETERS} further members`);
  return Object.fromEntries(
    further.map(([name, value]) => {
      if (typeof value === 'string' && value.length <= MAX_PARAMETER_CHARACTERS) return [name, value];
      throw refuse(
        name.slice(0, MAX_SHOWN_NAME),
        `a string of at most ${MAX_PARAMETER_CHARACTERS} characters`,
      );
    }),
  );
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Reads a delegation. @throws {OAuthError} `invalid_request` 400 naming the member that is missing, too long or of the wrong type. Service description §4.2. */
export function parseDelegation(json: unknown): Delegation {
  if (!isObject(json)) throw refuse('the body', 'a JSON object');
  const consentRequired = json['is_consent_required'];
  const loginHint = readText(json, 'login_hint', 1);
  const scope = readText(json, 'scope', 0);
  if (typeof consentRequired !== 'boolean') throw refuse('is_consent_required', 'true or false');
  return {
    loginHint,
    scopes: [...new Set(scope.split(' ').filter((name) => name !== ''))],
    consentRequired,
    bindingMessage: readOptionalText(json, 'binding_message'),
    acrValues: readOptionalText(json, 'acr_values'),
    parameters: readParameters(json),
  };
}
