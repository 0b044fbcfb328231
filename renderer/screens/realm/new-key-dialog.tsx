// Adding a key: generated or imported.
import { SegmentedControl, Select, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type RealmKeyRow, useCreateKey } from '../../api/keys.ts';
import { SIGNATURE_CHOICES } from '../../components/choice-labels.ts';
import { text } from '../../texts/text.ts';
import { announceDone } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { Choice } from '../../ui/field.ts';
import { MemberLabel } from '../../ui/member-label.tsx';
import { generatedKey, importedKey, nextPriority } from './key-component.ts';

interface Props {
  readonly rows: readonly RealmKeyRow[];
  readonly onClose: () => void;
}

function generated(): readonly Choice[] {
  const encryption = ['RSA-OAEP', 'RSA-OAEP-256'].map((name) => ({
    value: name,
    label: text('realm:newKey.encryption', { name }),
  }));
  return [...SIGNATURE_CHOICES, ...encryption];
}

/** Only RSA keys can be imported. */
function importable(): readonly Choice[] {
  return generated().filter(({ value }) => /^(RS|PS)\d|^RSA/.test(value));
}

interface PemProps {
  readonly label: string;
  readonly member: string;
  readonly help: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Returns a message if the text is not PEM. RFC 7468 §2. */
function checkPem(value: string): string | undefined {
  if (value.trim() === '' || /^-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----$/.test(value.trim()))
    return undefined;
  return text('realm:newKey.checkPem');
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
  const choices = importing ? importable() : generated();
  const chosen = choices.some(({ value }) => value === algorithm) ? algorithm : 'RS256';
  const submit = (): (() => Promise<string>) => {
    const priority = nextPriority(rows);
    const component = importing
      ? importedKey(chosen, priority, { privateKey, certificate })
      : generatedKey(chosen, priority);
    return async () => {
      await create.mutateAsync(component);
      return text('realm:newKey.done', { name: component.name ?? '' });
    };
  };
  return (
    <Dialog onClose={onClose} title={text('realm:newKey.title')}>
      <DialogForm
        action={text('realm:newKey.action')}
        blocked={importing && !isReady(privateKey, certificate)}
        onSubmit={submit}
        outcome={{
          done: (message) => message,
          failed: text('realm:newKey.failed'),
          onDone: (message) => {
            announceDone(message);
            onClose();
          },
        }}
        onClose={onClose}
      >
        <SegmentedControl
          aria-label={text('realm:newKey.source')}
          data={[
            { value: 'generate', label: text('realm:newKey.generate') },
            { value: 'import', label: text('realm:newKey.import') },
          ]}
          value={origin}
          onChange={(value) => setOrigin(value === 'import' ? 'import' : 'generate')}
        />
        <Select
          data-autofocus
          openOnFocus={false}
          label={<MemberLabel text={text('realm:newKey.algorithm')} member="algorithm" />}
          allowDeselect={false}
          data={[...choices]}
          value={chosen}
          onChange={(next) => setAlgorithm(next ?? chosen)}
        />
        {importing ? (
          <>
            <PemField
              label={text('realm:newKey.privateKey')}
              member="privateKey"
              help={text('realm:newKey.privateKeyHelp')}
              value={privateKey}
              onChange={setPrivateKey}
            />
            <PemField
              label={text('realm:newKey.certificate')}
              member="certificate"
              help={text('realm:newKey.certificateHelp')}
              value={certificate}
              onChange={setCertificate}
            />
          </>
        ) : undefined}
      </DialogForm>
    </Dialog>
  );
}
