// Importing realm files, one after another: choose, look at what is in the file, import, and see the report.
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { text } from '../../texts/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { looksLikeJson } from './describe-import.ts';
import { ImportFile } from './import-file.tsx';
import { openRealmDialog } from './open-dialog.ts';

interface Props {
  readonly files: readonly File[];
  readonly onClose: () => void;
}

/** Enough of a file to see whether it may be JSON. */
const BEGINNING_BYTES = 4096;
/** The server's limit. */
const MAX_BYTES = 256 * 1024 * 1024;

async function findFault(file: File): Promise<string | undefined> {
  if (file.size > MAX_BYTES) return text('realmDialogs:import.tooLarge', { file: file.name });
  try {
    const beginning = await file.slice(0, BEGINNING_BYTES).text();
    if (looksLikeJson(beginning)) return undefined;
  } catch {
    return text('realmDialogs:import.unreadable', { file: file.name });
  }
  return text('realmDialogs:import.notJson', { file: file.name });
}

function ChooseButton({ label, primary }: { readonly label: string; readonly primary: boolean }): ReactNode {
  const choose = (chosen: File[]): void => {
    if (chosen.length > 0) openRealmDialog({ kind: 'import', files: chosen });
  };
  return (
    <FileButton multiple accept=".json,application/json" onChange={choose}>
      {(props) => (
        <Button
          {...(primary ? { 'data-autofocus': true } : { variant: 'default' })}
          leftSection={<IconFileImport size={16} />}
          {...props}
        >
          {label}
        </Button>
      )}
    </FileButton>
  );
}

function NoFile({ onClose }: Pick<Props, 'onClose'>): ReactNode {
  return (
    <Stack gap="md">
      <Text fz="sm">{text('realmDialogs:import.text')}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {text('realmDialogs:cancel')}
        </Button>
        <ChooseButton label={text('realmDialogs:import.choose')} primary />
      </Group>
    </Stack>
  );
}

/** Refuses what cannot be a realm file before it is sent. */
function CheckedFile({
  file,
  last,
  onNext,
}: {
  readonly file: File;
  readonly last: boolean;
  readonly onNext: () => void;
}): ReactNode {
  const [checked, setChecked] = useState<{ readonly fault: string | undefined } | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    void findFault(file).then((fault) => {
      if (isCurrent) setChecked({ fault });
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  if (checked === undefined) return undefined;
  if (checked.fault === undefined) return <ImportFile file={file} last={last} onNext={onNext} />;
  return (
    <Stack gap="md">
      <ErrorState error={new Error(checked.fault)} />
      <Group justify="flex-end" gap="xs">
        <Button data-autofocus onClick={onNext}>
          {text(last ? 'realmDialogs:import.done' : 'realmDialogs:import.next')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Closing the dialog cancels the import in progress, and drops the files that are left. */
export function ImportDialog({ files, onClose }: Props): ReactNode {
  const [position, setPosition] = useState(0);
  const file = files[position];
  const last = position >= files.length - 1;
  const title =
    files.length > 1
      ? text('realmDialogs:import.titleOf', { position: position + 1, files: files.length })
      : text('realmDialogs:import.title');
  return (
    <Dialog onClose={onClose} title={title} closesOutside={false}>
      {file === undefined ? (
        <NoFile onClose={onClose} />
      ) : (
        <CheckedFile
          key={position}
          file={file}
          last={last}
          onNext={() => (last ? onClose() : setPosition(position + 1))}
        />
      )}
    </Dialog>
  );
}
