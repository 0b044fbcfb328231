// Adding a key: generated or imported.
import { SegmentedControl, Select, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type RealmKeyRow, useCreateKey } from '../../api/keys.ts';
import { SIGNATURE_CHOICES } from '../../components/choice-labels.ts';
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
const generated = [...SIGNATURE_CHOICES, ...encryption];
/** Only RSA keys can be imported. */
const importable = generated.filter(({ value }) => /^(RS|PS)\d|^RSA/.test(value));

interface PemProps {
  readonly label: string;
  readonly member: string;
  readonly help: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Returns a message if the text is not PEM. RFC 7468 §2. */
function checkPem(text: string): string | undefined {
  if (text.trim() === '' || /^-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----$/.test(text.trim()))
    return undefined;
  return 'Paste the complete PEM text, from -----BEGIN … to -----END ….';
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

/** Whether there is a private key, and all texts are valid PEM. */
function isReady(privateKey: string, certificate: string): boolean {
  return (
    privateKey.trim() !== '' && checkPem(privateKey) === undefined && checkPem(certificate) === undefined
  );
}

/** The new key gets the highest priority, so it is used immediately. */
export function NewKeyDialog({ rows, onClose }: Props): ReactNode {
  const [origin, setOrigin] = useState<'generate' | 'import'>('generate');
  const [algorithm, setAlgorithm] = useState('RS256');
  const [privateKey, setPrivateKey] = useState('');
  const [certificate, setCertificate] = useState('');
  const create = useCreateKey();
  const importing = origin === 'import';
  const choices = importing ? importable : generated;
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
          aria-label="Source of the key"
          data={[
            { value: 'generate', label: 'Generate' },
            { value: 'import', label: 'Import' },
          ]}
          value={origin}
          onChange={(value) => setOrigin(value === 'import' ? 'import' : 'generate')}
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
              help="PEM. It is stored in the realm and never shown again."
              value={privateKey}
              onChange={setPrivateKey}
            />
            <PemField
              label="Certificate"
              member="certificate"
              help="PEM. If empty, the server generates a certificate."
              value={certificate}
              onChange={setCertificate}
            />
          </>
        ) : undefined}
      </DialogForm>
    </Dialog>
  );
}
