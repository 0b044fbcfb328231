// A notice that registry tokens are disabled, and how to enable them.
import { Alert, Anchor, Code, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useServer } from '../api/emulator.ts';
import { RichText } from '../texts/rich-text.ts';
import { text } from '../texts/text.ts';

/** Whether the feature `docker` is enabled; undefined while loading. */
export function useRegistryFeature(): boolean | undefined {
  return useServer().data?.features.includes('docker');
}

/** Renders nothing if the feature is enabled. */
export function RegistryNotice(): ReactNode {
  if (useRegistryFeature() !== false) return undefined;
  return (
    <Alert icon={<IconInfoCircle />} variant="default" title={text('components:registry.disabled')}>
      <Text fz="sm">
        <RichText
          of="components:registry.enable"
          parts={{
            option: <Code style={{ whiteSpace: 'nowrap' }} />,
            link: <Anchor component={Link} to="/settings" fz="sm" underline="always" />,
          }}
        />
      </Text>
    </Alert>
  );
}
