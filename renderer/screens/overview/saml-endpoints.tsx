// The realm as a SAML identity provider: settings for service providers.
import { Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRealmOverview } from '../../api/emulator.ts';
import { useSigningCertificate } from '../../api/keys.ts';
import { CertificateView } from '../../components/certificate-view.tsx';
import { samlAddresses } from '../../components/saml-addresses.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Section } from '../../ui/section.tsx';

function rowsOf(issuer: string): readonly (readonly [string, string])[] {
  const { metadataUrl, serviceUrl, resolveUrl } = samlAddresses(issuer);
  return [
    ['Entity ID', issuer],
    ['Metadata', metadataUrl],
    ['SSO, logout', serviceUrl],
    ['Artifacts', resolveUrl],
  ];
}

/** Endpoints, and the signing certificate. */
export function SamlEndpoints(): ReactNode {
  const overview = useRealmOverview();
  const certificate = useSigningCertificate();
  if (overview === undefined) return undefined;
  return (
    <Section
      title="SAML 2.0"
      summary="A service provider needs the metadata, or the URLs and the certificate."
    >
      <Stack gap="md">
        <Table verticalSpacing={6} horizontalSpacing={0} layout="fixed" aria-label="SAML endpoints">
          <Table.Tbody>
            {rowsOf(overview.issuer).map(([title, value]) => (
              <Table.Tr key={title}>
                <Table.Th scope="row" w={112} fw={500}>
                  {title}
                </Table.Th>
                <Table.Td>
                  <CopyValue value={value} label={`SAML ${title.toLowerCase()}`} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {certificate === undefined ? undefined : (
          <div>
            <Text fw={500} fz="sm" mb={4}>
              Certificate of the realm
            </Text>
            <CertificateView
              text={certificate}
              label="certificate of the realm"
              fileName={`${overview.realm.replaceAll(/[^\w.-]/g, '_')}-signing.pem`}
            />
          </div>
        )}
      </Stack>
    </Section>
  );
}
