// Adding a key: one that the server makes, or one that somebody has.
import { SegmentedControl, Select, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type RealmKeyRow, useCreateKey } from '../../api/keys.ts';
import { SECRET_ALGORITHMS, SIGNATURE_ALGORITHMS } from '../../components/algorithms.ts';
import { announceDone } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { MemberLabel } from '../../ui/member-label.tsx';
import { generatedKey, importedKey, nextPriority } from './key-component.ts';

interface Props {
  readonly rows: readonly RealmKeyRow[];
  readonly onClose: () => void;
}

const encryption = ['RSA-OAEP', 'RSA-OAEP-256'].map((name) => ({
  value: name,
  label: `${name}, encryption`,
}));
const made = [...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS, ...encryption];
/** The server takes keys of others for RSA alone. */
const given = made.filter(({ value }) => /^(RS|PS)\d|^RSA/.test(value));

interface PemProps {
  readonly label: string;
  readonly member: string;
  readonly help: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What is wrong with a text that should be PEM, if anything. RFC 7468 §2. */
function checkPem(text: string): string | undefined {
  if (text.trim() === '' || /^-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----$/.test(text.trim()))
    return undefined;
  return 'PEM begins with -----BEGIN … and ends with -----END …; paste all of it.';
}

function PemField({ label, member, help, value, onChange }: PemProps): ReactNode {
  return (
    <Textarea
      label={<MemberLabel text={label} member={member} />}
      description={help}
      error={checkPem(value)}
      autosize
      minRows={3}
      maxRows={8}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
    />
  );
}

/** Whether there is a private key, and nothing that is no PEM. */
function isReady(privateKey: string, certificate: string): boolean {
  return (
    privateKey.trim() !== '' && checkPem(privateKey) === undefined && checkPem(certificate) === undefined
  );
}

/** The new key stands above the others, so it is used at once. */
export function NewKeyDialog({ rows, onClose }: Props): ReactNode {
  const [origin, setOrigin] = useState<'make' | 'import'>('make');
  const [algorithm, setAlgorithm] = useState('RS256');
  const [privateKey, setPrivateKey] = useState('');
  const [certificate, setCertificate] = useState('');
  const create = useCreateKey();
  const importing = origin === 'import';
  const choices = importing ? given : made;
  const chosen = choices.some(({ value }) => value === algorithm) ? algorithm : 'RS256';
  const submit = (): (() => Promise<string>) => {
    const priority = nextPriority(rows);
    const component = importing
      ? importedKey(chosen, priority, { privateKey, certificate })
      : generatedKey(chosen, priority);
    return async () => {
      await create.mutateAsync(component);
      return `Added key ${component.name}.`;
    };
  };
  return (
    <Dialog onClose={onClose} title="Add key">
      <DialogForm
        action="Add"
        blocked={importing && !isReady(privateKey, certificate)}
        onSubmit={submit}
        outcome={{
          done: (message) => message,
          failed: 'The key was not added',
          onDone: (message) => {
            announceDone(message);
            onClose();
          },
        }}
        onClose={onClose}
      >
        <SegmentedControl
          aria-label="Where the key comes from"
          data={[
            { value: 'make', label: 'Make a new one' },
            { value: 'import', label: 'Import one' },
          ]}
          value={origin}
          onChange={(value) => setOrigin(value === 'import' ? 'import' : 'make')}
        />
        <Select
          data-autofocus
          openOnFocus={false}
          label={<MemberLabel text="Algorithm" member="algorithm" />}
          allowDeselect={false}
          data={[...choices]}
          value={chosen}
          onChange={(next) => setAlgorithm(next ?? chosen)}
        />
        {importing ? (
          <>
            <PemField
              label="Private key"
              member="privateKey"
              help="PEM. It is kept in the realm and never shown again."
              value={privateKey}
              onChange={setPrivateKey}
            />
            <PemField
              label="Certificate"
              member="certificate"
              help="PEM. Empty: the server makes one."
              value={certificate}
              onChange={setCertificate}
            />
          </>
        ) : undefined}
      </DialogForm>
    </Dialog>
  );
}
