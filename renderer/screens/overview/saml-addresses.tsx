// The realm as a SAML identity provider: settings for service providers.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRealmOverview } from '../../api/emulator.ts';
import { useSigningCertificate } from '../../api/keys.ts';
import { CertificateView } from '../../components/certificate-view.tsx';
import { samlAddresses } from '../../components/saml-addresses.ts';
import { AddressTable } from './address-table.tsx';

function rowsOf(issuer: string): readonly (readonly [string, string])[] {
  const { metadataUrl, serviceUrl, resolveUrl } = samlAddresses(issuer);
  return [
    ['Entity ID', issuer],
    ['Metadata', metadataUrl],
    ['SSO, logout', serviceUrl],
    ['Artifacts', resolveUrl],
  ];
}

/** Addresses, and the signing certificate. */
export function SamlAddresses(): ReactNode {
  const overview = useRealmOverview();
  const certificate = useSigningCertificate();
  if (overview === undefined) return undefined;
  return (
    <Stack gap="md">
      <Text c="dimmed" fz="sm">
        A service provider needs the metadata, or the addresses and the certificate.
      </Text>
      <AddressTable label="SAML addresses" rows={rowsOf(overview.issuer)} />
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
  );
}
