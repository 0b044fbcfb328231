// A decoded certificate, with buttons to copy and download it.
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CertificateWire } from '#protocol/contract/admin-api.ts';
import { useCertificates } from '../api/certificates.ts';
import { useRealmTime } from '../api/emulator.ts';
import { text } from '../texts/text.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { describeValidity } from './describe-validity.ts';
import { pem } from './pem.ts';
import { saveText } from './save-text.ts';

interface FactsProps {
  readonly certificate: CertificateWire;
  readonly label: string;
  readonly fileName: string;
  /** The realm's time in milliseconds. */
  readonly now: number;
}

function Facts({ certificate, label, fileName, now }: FactsProps): ReactNode {
  const { subject, key, fingerprint } = certificate;
  const validity = describeValidity(certificate, now);
  const encoded = pem('CERTIFICATE', certificate.certificate);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [text('components:certificate.subject'), subject],
    [
      text('components:certificate.valid'),
      <Text key="valid" span fz="xs" style={validity.isValid ? {} : { color: 'var(--us-refused)' }}>
        {validity.text}
      </Text>,
    ],
    [text('components:certificate.key'), key],
    ['SHA-256', fingerprint],
  ];
  return (
    <Stack gap="xs">
      <Table verticalSpacing={2} horizontalSpacing={0} layout="fixed" aria-label={label}>
        <Table.Tbody>
          {rows.map(([title, value]) => (
            <Table.Tr key={title}>
              <Table.Th scope="row" w={72} fw={500} fz="sm" style={{ verticalAlign: 'top' }}>
                {title}
              </Table.Th>
              <Table.Td ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} />}
          aria-label={text('components:download.label', { what: label })}
          onClick={() => saveText(fileName, encoded)}
        >
          {text('components:download.action')}
        </Button>
        <CopyButton value={encoded} label={label} />
      </Group>
    </Stack>
  );
}

interface Props {
  /** One or several certificates, as PEM or base64. */
  readonly text: string;
  /** Name of the certificate: `signing certificate`. */
  readonly label: string;
  /** File name for the download: `signing.pem`. */
  readonly fileName: string;
}

/** Shows an error if the text is not a certificate. */
export function CertificateView({ text: encoded, label, fileName }: Props): ReactNode {
  const certificates = useCertificates(encoded);
  const now = useRealmTime();
  return (
    <QueryView query={certificates} lines={4}>
      {(rows) => (
        <Stack gap="md">
          {rows.map((certificate, place) => (
            <Facts
              // biome-ignore lint/suspicious/noArrayIndexKey: a setting may contain the same certificate twice.
              key={`${place} ${certificate.fingerprint}`}
              certificate={certificate}
              label={rows.length === 1 ? label : `${label} ${place + 1}`}
              fileName={rows.length === 1 ? fileName : fileName.replace(/(?=\.\w+$)/, `-${place + 1}`)}
              now={now}
            />
          ))}
        </Stack>
      )}
    </QueryView>
  );
}
