// The certificates that a SAML client has: what they say, and making a new key pair.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ClientKeyPair, useGenerateKeyPair } from '../../api/certificates.ts';
import type { StoredClient } from '../../api/clients.ts';
import { CertificateView, saveText } from '../../components/certificate-view.tsx';
import { pem } from '../../components/pem.ts';
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
    summary: 'The client’s requests are verified with it.',
    label: 'signing certificate',
    fileName: 'signing',
    none: 'None: no signature of the client can be verified. Paste its certificate above, or make a key pair for it.',
  },
  'saml.encryption': {
    title: 'Encryption certificate',
    summary: 'Assertions are encrypted for it.',
    label: 'encryption certificate',
    fileName: 'encryption',
    none: 'None: assertions cannot be encrypted. Paste the client’s certificate above, or make a key pair for it.',
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
          action="Make key pair"
          question={`Make a new key pair for ${client.clientId}?`}
          consequence={
            certificate === ''
              ? 'The application gets the private key from here: download it, or take it with the installation files.'
              : 'The certificate that stands here is replaced. The application must get the new private key before it can sign in again.'
          }
          work={generate}
          done={() => `Client ${client.clientId} has a new key pair.`}
          failed="The key pair was not made"
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
              Kept here for the application.
            </Text>
          </Group>
        )}
      </Stack>
    </Section>
  );
}

/** Acts at once, unlike the form above it. */
export function SamlCertificates({ client }: { readonly client: StoredClient }): ReactNode {
  return (
    <>
      <Pair client={client} pair="saml.signing" />
      <Pair client={client} pair="saml.encryption" />
    </>
  );
}
