// The certificates of a SAML client, and generating key pairs.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ClientKeyPair, useGenerateKeyPair } from '../../api/certificates.ts';
import type { StoredClient } from '../../api/clients.ts';
import { CertificateView } from '../../components/certificate-view.tsx';
import { pem } from '../../components/pem.ts';
import { saveText } from '../../components/save-text.ts';
import { type PlainKey, text } from '../../texts/text.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Section } from '../../ui/section.tsx';

interface PairWords {
  readonly title: PlainKey;
  readonly summary: PlainKey;
  readonly label: PlainKey;
  readonly fileName: string;
  readonly none: PlainKey;
  readonly downloadKey: PlainKey;
}

const WORDS: Readonly<Record<ClientKeyPair, PairWords>> = {
  'saml.signing': {
    title: 'clients:signing.title',
    summary: 'clients:signing.summary',
    label: 'clients:signing.label',
    fileName: 'signing',
    none: 'clients:signing.none',
    downloadKey: 'clients:signing.downloadKey',
  },
  'saml.encryption': {
    title: 'clients:encryption.title',
    summary: 'clients:encryption.summary',
    label: 'clients:encryption.label',
    fileName: 'encryption',
    none: 'clients:encryption.none',
    downloadKey: 'clients:encryption.downloadKey',
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
      title={text(words.title)}
      summary={text(words.summary)}
      aside={
        <ConfirmButton
          size="xs"
          leftSection={<IconKey size={14} />}
          action={text('clients:keyPair.action')}
          question={text('clients:keyPair.question', { client: client.clientId })}
          consequence={text(
            certificate === '' ? 'clients:keyPair.firstConsequence' : 'clients:keyPair.consequence',
          )}
          work={generate}
          done={() => text('clients:keyPair.done', { client: client.clientId })}
          failed={text('clients:keyPair.failed')}
        />
      }
    >
      <Stack gap="sm">
        {certificate === '' ? (
          <Text c="dimmed" fz="sm">
            {text(words.none)}
          </Text>
        ) : (
          <CertificateView text={certificate} label={text(words.label)} fileName={`${words.fileName}.pem`} />
        )}
        {key === '' ? undefined : (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} />}
              aria-label={text(words.downloadKey)}
              onClick={() => saveText(`${words.fileName}-key.pem`, pem('PRIVATE KEY', key))}
            >
              {text('clients:keyPair.privateKey')}
            </Button>
            <Text c="dimmed" fz="sm">
              {text('clients:keyPair.stored')}
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
