// For tests: Keycloak's import of authentication flows, and everything that names one.
import { entriesOf, itemsOf, type Json, textOf } from './json.ts';
import type { Known } from './known.ts';

const BUILT_IN = [
  'browser',
  'direct grant',
  'registration',
  'reset credentials',
  'clients',
  'first broker login',
  'saml ecp',
  'docker auth',
];
const BINDINGS = [
  'browserFlow',
  'registrationFlow',
  'directGrantFlow',
  'resetCredentialsFlow',
  'clientAuthenticationFlow',
  'dockerAuthenticationFlow',
  'firstBrokerLoginFlow',
];

export function importFlows(realm: Json, known: Known): void {
  const configs = new Set<string>();
  for (const { alias } of itemsOf(realm['authenticatorConfig'])) {
    if (alias === undefined) known.refuse('realm contains authenticator config with null alias');
    configs.add(textOf(alias));
  }
  const flows = itemsOf(realm['authenticationFlows']);
  for (const { alias } of flows) known.flows.add(textOf(alias));
  for (const flow of flows) importExecutions(flow, configs, known);
  for (const flow of BUILT_IN) known.flows.add(flow);
  for (const member of BINDINGS)
    if (realm[member] !== undefined && !known.flows.has(textOf(realm[member])))
      known.refuse(`${member}: NullPointerException: no flow ${textOf(realm[member])}`);
}

function importExecutions(
  { alias, authenticationExecutions }: Json,
  configs: Set<string>,
  known: Known,
): void {
  if (!Array.isArray(authenticationExecutions)) known.refuse(`flow ${textOf(alias)}: NullPointerException`);
  for (const { authenticatorConfig, flowAlias } of itemsOf(authenticationExecutions)) {
    if (authenticatorConfig !== undefined && !configs.has(textOf(authenticatorConfig)))
      known.refuse(`flow ${textOf(alias)}: NullPointerException: no config ${textOf(authenticatorConfig)}`);
    if (flowAlias !== undefined && !known.flows.has(textOf(flowAlias)))
      known.refuse(`flow ${textOf(alias)}: NullPointerException: no flow ${textOf(flowAlias)}`);
  }
}

/** Identity providers bind flows by alias. */
export function checkProviderFlows(realm: Json, known: Known): void {
  for (const provider of itemsOf(realm['identityProviders']))
    for (const member of ['firstBrokerLoginFlowAlias', 'postBrokerLoginFlowAlias']) {
      const alias = textOf(provider[member]);
      if (alias !== '' && !known.flows.has(alias))
        known.refuse(`No available authentication flow with alias: ${alias}`);
    }
}

/** Clients bind flows by id. */
export function checkClientFlows(realm: Json, known: Known): void {
  const ids = new Set<unknown>(['', ...itemsOf(realm['authenticationFlows']).map(({ id }) => id)]);
  for (const { authenticationFlowBindingOverrides } of itemsOf(realm['clients']))
    for (const [binding, id] of entriesOf(authenticationFlowBindingOverrides))
      if (!ids.has(id)) known.refuse(`Unable to resolve auth flow binding override for: ${binding}`);
}
