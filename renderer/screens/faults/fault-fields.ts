// Fields of a fault, made from the tables of the contract, and their conversion to the request.
import { ENDPOINT_NAMES, type EndpointName } from '#protocol/contract/endpoints.ts';
import {
  EFFECT_NAMES,
  type EffectName,
  isPossibleAt,
  isPublicEndpoint,
} from '#protocol/contract/fault-effects.ts';
import { FAULT_NUMBERS } from '#protocol/contract/fault-rows.ts';
import type { FaultEffectWire, FaultMatchWire, FaultRequestWire } from '#protocol/contract/faults.ts';
import { OAUTH_ERRORS } from '#protocol/contract/oauth-errors.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { Choice, Field, FieldValues } from '../../ui/field.ts';
import { EFFECT_LABELS, ENDPOINT_LABELS } from './describe-fault.ts';

/** Fields have the path of their member in the request, so that refusals find them. */
export const MATCH_CLIENT = 'match.client';
export const MATCH_USER = 'match.user';

/** The effect that a delay alone has. */
const NO_EFFECT = '';

function endpointOf(values: FieldValues): EndpointName {
  return ENDPOINT_NAMES.find((name) => name === values['match.endpoint']) ?? 'token';
}

function effectOf(values: FieldValues): EffectName | undefined {
  return EFFECT_NAMES.find((name) => name === values['do']);
}

const withEffect =
  (name: EffectName) =>
  (values: FieldValues): boolean =>
    effectOf(values) === name;

/** Whether requests of the endpoint name a client and a user. */
export function hasParties(values: FieldValues): boolean {
  return !isPublicEndpoint(endpointOf(values));
}

function numberField(
  member: string,
  label: string,
  { least, most }: { readonly least: number; readonly most: number },
  more: Partial<Extract<Field, { kind: 'number' }>> = {},
): Field {
  return { kind: 'number', member, label, initial: '', min: least, max: most, ...more };
}

/** Which requests get the fault, but for client and user, which have inputs of their own. */
export function matchFields(grants: readonly string[]): readonly Field[] {
  return [
    {
      kind: 'choice',
      member: 'match.endpoint',
      label: text('faults:field.requests'),
      initial: 'token',
      choices: ENDPOINT_NAMES.map((value) => ({ value, label: text(ENDPOINT_LABELS[value]) })),
    },
    {
      kind: 'choice',
      member: 'match.grant',
      label: text('faults:field.grant'),
      initial: '',
      choices: [
        { value: '', label: text('faults:field.anyGrant') },
        ...grants.map((value) => ({ value, label: value })),
      ],
      shown: (values) => endpointOf(values) === 'token',
    },
  ];
}

export const countFields: () => readonly Field[] = perLanguage(() => [
  numberField('match.nth', text('faults:field.nth'), FAULT_NUMBERS.nth, {
    initial: '1',
    help: text('faults:field.nthHelp'),
  }),
  numberField('times', text('faults:field.times'), FAULT_NUMBERS.times, {
    initial: '1',
    help: text('faults:field.timesHelp'),
  }),
]);

function effectChoices(endpoint: EndpointName): readonly Choice[] {
  const names = EFFECT_NAMES.filter((name) => isPossibleAt(name, endpoint));
  return [
    ...names.map((name) => ({ value: name, label: text(EFFECT_LABELS[name]) })),
    { value: NO_EFFECT, label: text('faults:field.delayOnly') },
  ];
}

function checkHeaderLines(lines: string): string | undefined {
  const wrong = linesOf(lines).find((line) => !/^[^:\s]+:/.test(line));
  return wrong === undefined ? undefined : text('faults:field.checkHeader', { line: wrong });
}

const statusFields = perLanguage((): readonly Field[] => [
  numberField('do.status', text('faults:field.status'), FAULT_NUMBERS.status, {
    initial: '503',
    shown: withEffect('status'),
  }),
  {
    kind: 'long',
    member: 'do.headers',
    label: text('faults:field.headers'),
    placeholder: 'Retry-After: 2',
    help: text('faults:field.headersHelp'),
    shown: withEffect('status'),
    check: checkHeaderLines,
  },
  {
    kind: 'long',
    member: 'do.body',
    label: text('faults:field.body'),
    placeholder: '{ "message": "maintenance" }',
    help: text('faults:field.bodyHelp'),
    shown: withEffect('status'),
  },
]);

const errorFields = perLanguage((): readonly Field[] => [
  {
    kind: 'choice',
    member: 'do.oauthError.error',
    label: text('faults:field.error'),
    initial: 'temporarily_unavailable' satisfies keyof typeof OAUTH_ERRORS,
    choices: Object.entries(OAUTH_ERRORS).map(([value, { status }]) => ({
      value,
      label: `${value} (${status})`,
    })),
    shown: withEffect('oauthError'),
  },
  {
    kind: 'text',
    member: 'do.oauthError.description',
    label: text('faults:field.description'),
    placeholder: text('faults:field.usual'),
    shown: withEffect('oauthError'),
  },
  numberField('do.oauthError.status', text('faults:field.status'), FAULT_NUMBERS.errorStatus, {
    unset: text('faults:field.usual'),
    shown: withEffect('oauthError'),
  }),
]);

/** What happens to the requests. */
export function effectFields(values: FieldValues): readonly Field[] {
  return [
    {
      kind: 'choice',
      member: 'do',
      label: text('faults:field.effect'),
      initial: 'status',
      choices: effectChoices(endpointOf(values)),
    },
    ...statusFields(),
    ...errorFields(),
    numberField('do.delayMs', text('faults:field.delay'), FAULT_NUMBERS.delayMs, {
      unit: 'ms',
      help: text('faults:field.delayHelp'),
      ...(effectOf(values) === undefined ? {} : { unset: text('faults:field.noDelay') }),
    }),
  ];
}

/** The values after a change: an effect that the endpoint cannot have is replaced. */
export function withChange(values: FieldValues, change: FieldValues): FieldValues {
  const next = { ...values, ...change };
  const effect = effectOf(next);
  return effect === undefined || isPossibleAt(effect, endpointOf(next)) ? next : { ...next, do: 'status' };
}

function linesOf(lines: string): readonly string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function readHeaders(lines: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(lines).map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
}

/** JSON, or else a text as it is. */
function readBody(entered: string): unknown {
  try {
    return JSON.parse(entered);
  } catch {
    // Not JSON: the server sends it as a text.
    return entered;
  }
}

function textOf(values: FieldValues, member: string): string {
  return String(values[member] ?? '').trim();
}

/** `{[name]: value}`, or nothing for an empty text. */
function optional<Value>(
  name: string,
  entered: string,
  read: (entered: string) => Value,
): Record<string, Value> {
  return entered === '' ? {} : { [name]: read(entered) };
}

function readEffect(values: FieldValues): FaultEffectWire {
  const name = effectOf(values);
  const get = (member: string): string => textOf(values, `do.${member}`);
  const delay = optional('delayMs', get('delayMs'), Number);
  if (name === undefined) return delay;
  if (name === 'status')
    return {
      ...delay,
      status: Number(get('status')),
      ...optional('headers', get('headers'), readHeaders),
      ...optional('body', get('body'), readBody),
    };
  if (name === 'oauthError')
    return {
      ...delay,
      oauthError: {
        error: get('oauthError.error'),
        ...optional('description', get('oauthError.description'), String),
        ...optional('status', get('oauthError.status'), Number),
      },
    };
  return { ...delay, [name]: true };
}

function readMatch(values: FieldValues): FaultMatchWire {
  const endpoint = endpointOf(values);
  return {
    endpoint,
    ...(endpoint === 'token' ? optional('grant', textOf(values, 'match.grant'), String) : {}),
    ...(hasParties(values)
      ? {
          ...optional('client', textOf(values, MATCH_CLIENT), String),
          ...optional('user', textOf(values, MATCH_USER), String),
        }
      : {}),
    nth: Number(values['match.nth']),
  };
}

/** The request for the form's values. Hidden fields do not count. */
export function readFault(values: FieldValues): FaultRequestWire {
  return { match: readMatch(values), do: readEffect(values), times: Number(values['times']) };
}

/** The member among `members` that the server's message begins with, or one that contains it. */
export function findRefusedMember(members: readonly string[], message: string): string | undefined {
  const [named = ''] = /\b(?:match|do|times)\b[\w.-]*/.exec(message) ?? [];
  const path = named.replace(/\.$/, '');
  return members
    .filter((member) => path === member || path.startsWith(`${member}.`))
    .toSorted((left, right) => right.length - left.length)[0];
}
