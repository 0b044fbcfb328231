// The realm's addresses: issuer and discovery at a glance, all others folded.
import { Accordion } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DiscoveryWire, useDiscovery, useRealmOverview } from '../../api/emulator.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { type AddressRow, AddressTable } from './address-table.tsx';
import classes from './addresses.module.css';
import { SamlAddresses } from './saml-addresses.tsx';

/** Folded members of the discovery document, in the order shown. */
const MEMBERS = [
  ['authorization_endpoint', 'Authorization'],
  ['token_endpoint', 'Token'],
  ['userinfo_endpoint', 'Userinfo'],
  ['jwks_uri', 'Keys (JWKS)'],
  ['introspection_endpoint', 'Introspection'],
  ['revocation_endpoint', 'Revocation'],
  ['end_session_endpoint', 'Logout'],
  ['pushed_authorization_request_endpoint', 'PAR'],
  ['device_authorization_endpoint', 'Device grant'],
  ['backchannel_authentication_endpoint', 'CIBA'],
  ['registration_endpoint', 'Registration'],
] as const;

function endpointsOf(discovery: DiscoveryWire): readonly AddressRow[] {
  return MEMBERS.flatMap(([member, title]) => {
    const value = discovery[member];
    return typeof value === 'string' ? [[title, value] as const] : [];
  });
}

/** Issuer and discovery; below them, folded, the endpoints of OpenID Connect and SAML. */
export function Addresses(): ReactNode {
  const discovery = useDiscovery();
  const url = useRealmOverview()?.discovery ?? '';
  return (
    <Section
      title="Addresses"
      summary="Most OpenID Connect libraries need only the issuer and discover the rest."
    >
      <QueryView query={discovery} lines={4}>
        {(document) => (
          <>
            <AddressTable
              label="Addresses"
              rows={[
                ['Issuer', String(document['issuer'])],
                ['Discovery', url],
              ]}
            />
            <Accordion
              multiple
              order={3}
              classNames={{ control: classes['control'] ?? '', content: classes['content'] ?? '' }}
              mt="xs"
            >
              <Accordion.Item value="endpoints">
                <Accordion.Control>OpenID Connect endpoints</Accordion.Control>
                <Accordion.Panel>
                  <AddressTable label="OpenID Connect endpoints" rows={endpointsOf(document)} />
                </Accordion.Panel>
              </Accordion.Item>
              <Accordion.Item value="saml">
                <Accordion.Control>SAML 2.0</Accordion.Control>
                <Accordion.Panel>
                  <SamlAddresses />
                </Accordion.Panel>
              </Accordion.Item>
            </Accordion>
          </>
        )}
      </QueryView>
    </Section>
  );
}
