// A file that the server generates: download button and description.
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { downloadFile } from '../api/bridge.ts';
import { text } from '../texts/text.ts';
import { announceFailure } from '../ui/announce.tsx';

interface Props {
  readonly fileName: string;
  readonly help: string;
  readonly isLoading: boolean;
  /** Fetches the file. Failures are reported in a notification. */
  readonly load: () => Promise<Blob>;
}

/** The button with the description next to it. */
export function DownloadRow({ fileName, help, isLoading, load }: Props): ReactNode {
  const save = async (): Promise<void> => {
    try {
      downloadFile(fileName, await load());
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      announceFailure(text('components:download.failed', { file: fileName }), error);
    }
  };
  return (
    <Group gap="sm">
      <Button
        size="xs"
        variant="default"
        loading={isLoading}
        leftSection={<IconDownload size={14} />}
        aria-label={text('components:download.label', { what: fileName })}
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
