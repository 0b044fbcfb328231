// The authenticators that flows can be made of, and the settings that each has.
import { OTP_RESET_ACTIONS, OTP_RESET_SETTING } from '#protocol/contract/flow-step-names.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { notFound } from '../admin-error.ts';
import { ok, parameter, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { findAuthenticator, listAuthenticators } from './authenticator-table.ts';

const VIEW = ['view-realm', 'manage-realm'] as const;
const VIEW_CLIENTS = ['view-clients', 'manage-clients', 'view-realm', 'manage-realm'] as const;

/** Client authentication by a secret; the others use a key or certificate. */
const BY_SECRET: readonly string[] = ['client-secret', 'client-secret-jwt'];

function listClientAuthenticators(): Reply {
  return ok(
    listAuthenticators('client').map((each) => ({ ...each, supportsSecret: BY_SECRET.includes(each.id) })),
  );
}

/** Settings with choices; all others are texts. */
const CHOICES: ReadonlyMap<string, object> = new Map<string, object>([
  [
    OTP_RESET_SETTING,
    {
      label: 'Action on OTP reset',
      helpText:
        'Which authenticators the user loses before setting up another one: none, one that the user chooses, or all.',
      type: 'List',
      defaultValue: OTP_RESET_ACTIONS[0],
      options: OTP_RESET_ACTIONS,
    },
  ],
]);

const describeSetting = (name: string): object => ({
  name,
  label: name,
  type: 'String',
  ...CHOICES.get(name),
});

/** The form of the settings of an authenticator. */
function describeSettings(request: RealmRequest): Reply {
  const providerId = parameter(request, 'provider');
  const authenticator = findAuthenticator(providerId);
  if (authenticator === undefined) throw notFound('Could not find authenticator provider');
  const { displayName, settings = [] } = authenticator;
  return ok({
    providerId,
    name: displayName,
    helpText: displayName,
    properties: settings.map(describeSetting),
  });
}

const BASE = '/authentication';

export const AUTHENTICATOR_PROVIDER_ROWS: readonly RealmRow[] = [
  viewRow(`${BASE}/authenticator-providers`, VIEW, () => ok(listAuthenticators('authenticator'))),
  viewRow(`${BASE}/client-authenticator-providers`, VIEW_CLIENTS, listClientAuthenticators),
  viewRow(`${BASE}/form-providers`, VIEW, () => ok(listAuthenticators('form'))),
  viewRow(`${BASE}/form-action-providers`, VIEW, () => ok(listAuthenticators('action'))),
  viewRow(`${BASE}/config-description/:provider`, VIEW, describeSettings),
  // Settings of client authentication are the client's own attributes.
  viewRow(`${BASE}/per-client-config-description`, VIEW_CLIENTS, () =>
    ok(Object.fromEntries(listAuthenticators('client').map(({ id }) => [id, []]))),
  ),
];
