// Keycloak's server info: the version, from which clients derive which paths exist, and what a realm can be made of.
import { INSTALLATIONS } from '#protocol/contract/installations.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { type AdminRequest, ok, type ServerRow } from '../admin-route.ts';
import { checkIsAdministrator } from '../administrator.ts';
import { describeMapperTypes } from '../emulator-api/protocol-mapper-types.ts';
import { listProviderTypes } from './identity-provider-types.ts';
import {
  describeComponentTypes,
  describeProviders,
  describeThemes,
  listPasswordRules,
} from './server-providers.ts';
import { FEATURES_OFF } from './unsupported.ts';

export interface ServerInfoDeps {
  readonly serverInfo: () => { readonly version: string };
}

/** By protocol. */
function describeInstallations(): Readonly<Record<string, readonly object[]>> {
  const all = Object.entries(INSTALLATIONS).map(([id, kind]) => ({
    id,
    protocol: kind.protocol,
    downloadOnly: kind.isBinary,
    displayType: kind.title,
    helpText: kind.help,
    filename: kind.fileName,
    mediaType: kind.mediaType,
  }));
  const protocols = new Set(all.map(({ protocol }) => protocol));
  return Object.fromEntries(
    [...protocols].map((protocol) => [protocol, all.filter((each) => each.protocol === protocol)]),
  );
}

function describePasswordPolicies(): readonly object[] {
  return listPasswordRules().map((id) => ({ id, displayName: id, multipleSupported: false }));
}

function describe({ administrator, exchange }: AdminRequest, version: string): Reply {
  checkIsAdministrator(administrator, exchange);
  // Compat: libraries derive from this version which paths exist; we follow the latest 26.x.
  return ok({
    systemInfo: { version: '26.7.4', product: `Understudy ${version}` },
    profileInfo: {
      name: 'default',
      disabledFeatures: FEATURES_OFF,
      previewFeatures: [],
      experimentalFeatures: [],
    },
    features: FEATURES_OFF.map((name) => ({ name, label: name, enabled: false, dependencies: [] })),
    themes: describeThemes(exchange.themes),
    providers: describeProviders(),
    componentTypes: describeComponentTypes(),
    identityProviders: listProviderTypes(),
    clientInstallations: describeInstallations(),
    passwordPolicies: describePasswordPolicies(),
    protocolMapperTypes: describeMapperTypes(),
  });
}

export function createServerInfoRows({ serverInfo }: ServerInfoDeps): readonly ServerRow[] {
  return [
    {
      method: 'GET',
      path: '/admin/serverinfo',
      needs: 'any',
      handle: (request) => describe(request, serverInfo().version),
    },
  ];
}
