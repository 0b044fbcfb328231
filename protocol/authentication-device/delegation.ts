// Parses and validates the JSON body of a delegation.
import { OAuthError } from '#protocol/errors/oauth-error.ts';

/** A parsed delegation (service description §4.2). */
export interface Delegation {
  readonly loginHint: string;
  /** Scope names without duplicates. */
  readonly scopes: readonly string[];
  readonly consentRequired: boolean;
  readonly bindingMessage: string | undefined;
  readonly acrValues: string | undefined;
  /** Other members by name. */
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

/** Names sent by callers are truncated to this length in errors. */
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
  min: number,
): string {
  const value = body[member];
  const max = MAX_CHARACTERS[member];
  if (typeof value === 'string' && value.length >= min && value.length <= max) return value;
  throw refuse(member, `a string of ${min} to ${max} characters`);
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

/** @throws {OAuthError} `invalid_request` 400 naming the invalid member. Service description §4.2. */
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
