// Kinds of flows, as the filter shows them.
import type { FlowKind } from '#protocol/contract/flow-names.ts';
import { type PlainKey, text } from '../../texts/text.ts';

const KINDS: Readonly<Record<FlowKind, PlainKey>> = {
  'sign-in': 'activity:kind.signIn',
  saml: 'activity:kind.saml',
  ciba: 'activity:kind.ciba',
  device: 'activity:kind.device',
  token: 'activity:kind.token',
  'token-use': 'activity:kind.tokenUse',
  'sign-out': 'activity:kind.signOut',
  registry: 'activity:kind.registry',
  registration: 'activity:kind.registration',
  account: 'activity:kind.account',
  administration: 'activity:kind.administration',
  read: 'activity:kind.read',
  console: 'activity:kind.console',
  other: 'activity:kind.other',
};

export function kindLabel(kind: FlowKind): string {
  return text(KINDS[kind]);
}
