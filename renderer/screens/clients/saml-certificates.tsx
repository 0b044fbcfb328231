// The certificates of a SAML client, and generating key pairs.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ClientKeyPair, useGenerateKeyPair } from '../../api/certificates.ts';
import type { StoredClient } from '../../api/clients.ts';
import { CertificateView } from '../../components/certificate-view.tsx';
import { pem } from '../../components/pem.ts';
import { saveText } from '../../components/save-text.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Section } from '../../ui/section.tsx';

interface PairWords {
  readonly title: string;
  readonly summary: string;
  readonly label: string;
  readonly fileName: string;
  readonly none: string;
}

const WORDS: Readonly<Record<ClientKeyPair, PairWords>> = {
  'saml.signing': {
    title: 'Signing certificate',
    summary: 'Used to verify the client’s requests.',
    label: 'signing certificate',
    fileName: 'signing',
    none: 'No certificate. Signatures of the client cannot be verified. Paste its certificate above, or generate a key pair.',
  },
  'saml.encryption': {
    title: 'Encryption certificate',
    summary: 'Used to encrypt assertions for the client.',
    label: 'encryption certificate',
    fileName: 'encryption',
    none: 'No certificate. Assertions cannot be encrypted. Paste the client’s certificate above, or generate a key pair.',
  },
};

function Pair({ client, pair }: { readonly client: StoredClient; readonly pair: ClientKeyPair }): ReactNode {
  const generate = useGenerateKeyPair(client.id, pair);
  const words = WORDS[pair];
  const certificate = client.attributes?.[`${pair}.certificate`] ?? '';
  const privateKey = client.attributes?.[`${pair}.private.key`] ?? '';
  const key = privateKey.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return (
    <Section
      title={words.title}
      summary={words.summary}
      aside={
        <ConfirmButton
          size="xs"
          leftSection={<IconKey size={14} />}
          action="Generate key pair"
          question={`Generate a key pair for ${client.clientId}?`}
          consequence={
            certificate === ''
              ? 'Give the private key to the application: download it here, or with the installation files.'
              : 'This replaces the current certificate. Users can sign in again once the application has the new private key.'
          }
          work={generate}
          done={() => `Client ${client.clientId} has a new key pair.`}
          failed="The key pair was not generated"
        />
      }
    >
      <Stack gap="sm">
        {certificate === '' ? (
          <Text c="dimmed" fz="sm">
            {words.none}
          </Text>
        ) : (
          <CertificateView text={certificate} label={words.label} fileName={`${words.fileName}.pem`} />
        )}
        {key === '' ? undefined : (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} />}
              aria-label={`Download private key of the ${words.label}`}
              onClick={() => saveText(`${words.fileName}-key.pem`, pem('PRIVATE KEY', key))}
            >
              Private key
            </Button>
            <Text c="dimmed" fz="sm">
              Stored here for the application.
            </Text>
          </Group>
        )}
      </Stack>
    </Section>
  );
}

/** Changes take effect immediately, unlike those in the form above. */
export function SamlCertificates({ client }: { readonly client: StoredClient }): ReactNode {
  return (
    <>
      <Pair client={client} pair="saml.signing" />
      <Pair client={client} pair="saml.encryption" />
    </>
  );
}
