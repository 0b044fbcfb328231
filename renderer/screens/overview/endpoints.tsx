// The realm's endpoints, with copy buttons.
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DiscoveryWire, useDiscovery, useRealmOverview } from '../../api/emulator.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

/** The most used members of the discovery document, in the order shown. */
const members = [
  ['authorization_endpoint', 'Authorization'],
  ['token_endpoint', 'Token'],
  ['userinfo_endpoint', 'Userinfo'],
  ['jwks_uri', 'Keys (JWKS)'],
  ['introspection_endpoint', 'Introspection'],
  ['revocation_endpoint', 'Revocation'],
  ['end_session_endpoint', 'Logout'],
] as const;

function rowsOf(discovery: DiscoveryWire, discoveryUrl: string): readonly (readonly [string, string])[] {
  const endpoints = members.flatMap(([member, title]) => {
    const value = discovery[member];
    return typeof value === 'string' ? [[title, value] as const] : [];
  });
  return [['Issuer', String(discovery['issuer'])], ['Discovery', discoveryUrl], ...endpoints];
}

/** Issuer, discovery and endpoints. */
export function Endpoints(): ReactNode {
  const discovery = useDiscovery();
  const url = useRealmOverview()?.discovery ?? '';
  return (
    <Section
      title="Endpoints"
      summary="Most OpenID Connect libraries need only the issuer; they discover the rest."
    >
      <QueryView query={discovery} lines={8}>
        {(document) => (
          <Table verticalSpacing={6} horizontalSpacing={0} layout="fixed" aria-label="Endpoints">
            <Table.Tbody>
              {rowsOf(document, url).map(([title, value]) => (
                <Table.Tr key={title}>
                  <Table.Th scope="row" w={112} fw={500}>
                    {title}
                  </Table.Th>
                  <Table.Td>
                    <CopyValue value={value} label={`${title.toLowerCase()} URL`} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </QueryView>
    </Section>
  );
}
