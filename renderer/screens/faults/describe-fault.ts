// Faults in plain words: what they do, to which requests, and how often so far.
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import { type EffectName, effectOf } from '#protocol/contract/fault-effects.ts';
import type { FaultMatchWire, FaultRequestWire, FaultWire } from '#protocol/contract/faults.ts';
import { formatNumber } from '../../texts/locale.ts';
import { type PlainKey, perLanguage, shownLanguage, text } from '../../texts/text.ts';

/** The requests of each endpoint. */
export const ENDPOINT_LABELS: Readonly<Record<EndpointName, PlainKey>> = {
  authorization: 'faults:endpoint.authorization',
  token: 'faults:endpoint.token',
  userinfo: 'faults:endpoint.userinfo',
  introspection: 'faults:endpoint.introspection',
  revocation: 'faults:endpoint.revocation',
  keys: 'faults:endpoint.keys',
  discovery: 'faults:endpoint.discovery',
  logout: 'faults:endpoint.logout',
  device: 'faults:endpoint.device',
  ciba: 'faults:endpoint.ciba',
  par: 'faults:endpoint.par',
  saml: 'faults:endpoint.saml',
  registry: 'faults:endpoint.registry',
};

/** Effects in a list of choices. */
export const EFFECT_LABELS: Readonly<Record<EffectName, PlainKey>> = {
  status: 'faults:effect.status',
  oauthError: 'faults:effect.oauthError',
  drop: 'faults:effect.drop',
  cut: 'faults:effect.cut',
  wrongKey: 'faults:effect.wrongKey',
  expired: 'faults:effect.expired',
  kidMissing: 'faults:effect.kidMissing',
  staleKeys: 'faults:effect.staleKeys',
};

type Described = Pick<FaultRequestWire, 'do' | 'match'>;

/** What happens to the answer, as a phrase. */
const PHRASES: Readonly<Record<EffectName, (fault: Described) => string>> = {
  status: ({ do: { status = '' } }) => text('faults:phrase.status', { status }),
  oauthError: ({ do: { oauthError } }) =>
    text('faults:phrase.oauthError', { error: oauthError?.error ?? '' }),
  drop: () => text('faults:phrase.drop'),
  cut: () => text('faults:phrase.cut'),
  wrongKey: () => text('faults:phrase.wrongKey'),
  expired: () => text('faults:phrase.expired'),
  kidMissing: ({ match }) =>
    text(match.endpoint === 'keys' ? 'faults:phrase.keysWithoutKid' : 'faults:phrase.tokensWithoutKid'),
  staleKeys: () => text('faults:phrase.staleKeys'),
};

function describeDelay(delayMs: number): string {
  const delay = delayMs < 1000 ? `${delayMs} ms` : `${formatNumber(delayMs / 1000)} s`;
  return text('faults:phrase.delay', { delay });
}

function startUpper(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`;
}

/** `Delayed by 5 s; status 503` */
export function describeDoing(fault: Described): string {
  const { delayMs } = fault.do;
  const name = effectOf(fault.do);
  return startUpper(
    [
      ...(delayMs === undefined ? [] : [describeDelay(delayMs)]),
      ...(name === undefined ? [] : [PHRASES[name](fault)]),
    ].join('; '),
  );
}

const ORDINALS = {
  one: 'faults:ordinal.one',
  two: 'faults:ordinal.two',
  few: 'faults:ordinal.few',
  other: 'faults:ordinal.other',
} as const;

const ordinalRules = perLanguage(() => new Intl.PluralRules(shownLanguage(), { type: 'ordinal' }));

/** `2nd`; in German `2.` */
function ordinal(number: number): string {
  const form = ordinalRules().select(number);
  return text(Object.hasOwn(ORDINALS, form) ? ORDINALS[form as keyof typeof ORDINALS] : ORDINALS.other, {
    number,
  });
}

/** `Token requests with grant refresh_token, of client web, for user alice, from the 2nd on` */
export function describeMatch({ endpoint, grant, client, user, nth }: FaultMatchWire): string {
  const requests = text(ENDPOINT_LABELS[endpoint]);
  return [
    grant === undefined ? requests : text('faults:match.grant', { requests, grant }),
    ...(client === undefined ? [] : [text('faults:match.client', { client })]),
    ...(user === undefined ? [] : [text('faults:match.user', { user })]),
    ...(nth === undefined || nth === 1 ? [] : [text('faults:match.nth', { ordinal: ordinal(nth) })]),
  ].join(', ');
}

/** `1 of 3 hits` */
export function describeHits({ hits, times }: Pick<FaultWire, 'hits' | 'times'>): string {
  return text('faults:hits', { hits, count: times });
}

/** How many matching requests must come before the first hit; empty if the next one may be hit. */
export function describeWaiting({ match, matched, hits, armed }: FaultWire): string {
  const before = (match.nth ?? 1) - 1 - matched;
  return !armed || hits > 0 || before <= 0 ? '' : text('faults:waiting', { count: before });
}
