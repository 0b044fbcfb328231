// The realm as a SAML identity provider: settings for service providers.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRealmOverview } from '../../api/emulator.ts';
import { useSigningCertificate } from '../../api/keys.ts';
import { CertificateView } from '../../components/certificate-view.tsx';
import { samlAddresses } from '../../components/saml-addresses.ts';
import { text } from '../../texts/text.ts';
import { AddressTable } from './address-table.tsx';

function rowsOf(issuer: string): readonly (readonly [string, string])[] {
  const { metadataUrl, serviceUrl, resolveUrl } = samlAddresses(issuer);
  return [
    [text('overview:saml.entityId'), issuer],
    [text('overview:saml.metadata'), metadataUrl],
    [text('overview:saml.service'), serviceUrl],
    [text('overview:saml.artifacts'), resolveUrl],
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
        {text('overview:saml.summary')}
      </Text>
      <AddressTable label={text('overview:saml.list')} rows={rowsOf(overview.issuer)} />
      {certificate === undefined ? undefined : (
        <div>
          <Text fw={500} fz="sm" mb={4}>
            {text('overview:saml.certificate')}
          </Text>
          <CertificateView
            text={certificate}
            label={text('overview:saml.certificateLabel')}
            fileName={`${overview.realm.replaceAll(/[^\w.-]/g, '_')}-signing.pem`}
          />
        </div>
      )}
    </Stack>
  );
}
