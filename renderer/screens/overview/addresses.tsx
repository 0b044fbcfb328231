// The realm's addresses: issuer and discovery at a glance, all others folded.
import { Accordion } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DiscoveryWire, useDiscovery, useRealmOverview } from '../../api/emulator.ts';
import { text } from '../../texts/text.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { type AddressRow, AddressTable } from './address-table.tsx';
import classes from './addresses.module.css';
import { SamlAddresses } from './saml-addresses.tsx';

/** Folded members of the discovery document, in the order shown. */
const MEMBERS = [
  ['authorization_endpoint', 'overview:endpoint.authorization'],
  ['token_endpoint', 'overview:endpoint.token'],
  ['userinfo_endpoint', 'overview:endpoint.userinfo'],
  ['jwks_uri', 'overview:endpoint.keys'],
  ['introspection_endpoint', 'overview:endpoint.introspection'],
  ['revocation_endpoint', 'overview:endpoint.revocation'],
  ['end_session_endpoint', 'overview:endpoint.logout'],
  ['pushed_authorization_request_endpoint', 'overview:endpoint.par'],
  ['device_authorization_endpoint', 'overview:endpoint.device'],
  ['backchannel_authentication_endpoint', 'overview:endpoint.ciba'],
  ['registration_endpoint', 'overview:endpoint.registration'],
] as const;

function endpointsOf(discovery: DiscoveryWire): readonly AddressRow[] {
  return MEMBERS.flatMap(([member, title]) => {
    const value = discovery[member];
    return typeof value === 'string' ? [[text(title), value] as const] : [];
  });
}

/** Issuer and discovery; below them, folded, the endpoints of OpenID Connect and SAML. */
export function Addresses(): ReactNode {
  const discovery = useDiscovery();
  const url = useRealmOverview()?.discovery ?? '';
  return (
    <Section title={text('overview:addresses.title')} summary={text('overview:addresses.summary')}>
      <QueryView query={discovery} lines={4}>
        {(document) => (
          <>
            <AddressTable
              label={text('overview:addresses.list')}
              rows={[
                [text('overview:addresses.issuer'), String(document['issuer'])],
                [text('overview:addresses.discovery'), url],
              ]}
            />
            <Accordion
              multiple
              order={3}
              classNames={{ control: classes['control'] ?? '', content: classes['content'] ?? '' }}
              mt="xs"
            >
              <Accordion.Item value="endpoints">
                <Accordion.Control>{text('overview:addresses.oidc')}</Accordion.Control>
                <Accordion.Panel>
                  <AddressTable label={text('overview:addresses.oidcList')} rows={endpointsOf(document)} />
                </Accordion.Panel>
              </Accordion.Item>
              <Accordion.Item value="saml">
                <Accordion.Control>{text('overview:addresses.saml')}</Accordion.Control>
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
