// A file that the server makes, with a button that saves it and what it is for.
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { downloadFile } from '../api/bridge.ts';
import { announceFailure } from '../ui/announce.tsx';

interface Props {
  readonly fileName: string;
  readonly help: string;
  readonly isLoading: boolean;
  /** Fetches the file; what goes wrong is told to the person. */
  readonly load: () => Promise<Blob>;
}

/** The button and its sentence. */
export function DownloadRow({ fileName, help, isLoading, load }: Props): ReactNode {
  const save = async (): Promise<void> => {
    try {
      downloadFile(fileName, await load());
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      announceFailure(`${fileName} was not saved`, error);
    }
  };
  return (
    <Group gap="sm">
      <Button
        size="xs"
        variant="default"
        loading={isLoading}
        leftSection={<IconDownload size={14} />}
        aria-label={`Download ${fileName}`}
        onClick={() => void save()}
      >
        {fileName}
      </Button>
      <Text c="dimmed" fz="sm">
        {help}
      </Text>
    </Group>
  );
}
