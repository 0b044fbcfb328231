// "Try it" for container registries. There is no sample application; the row links to the instructions.
import { Button, Code, Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClients } from '../../api/clients.ts';
import { useRegistryFeature } from '../../components/registry-notice.tsx';
import { TryItRow } from '../../components/try-it.tsx';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';

/** Renders nothing in a realm without a registry client. */
export function RegistryRow(): ReactNode {
  const isOn = useRegistryFeature();
  const registry = useClients().data?.find(({ protocol }) => protocol === 'docker-v2');
  if (registry === undefined || isOn === undefined) return undefined;
  return (
    <TryItRow
      title={text('overview:registry.title')}
      state={text(isOn ? 'overview:registry.ready' : 'overview:registry.off')}
      summary={text('overview:registry.summary')}
    >
      {isOn ? undefined : (
        <Text fz="sm">
          <RichText
            of="overview:registry.offText"
            parts={{ code: <Code style={{ whiteSpace: 'nowrap' }} /> }}
          />
        </Text>
      )}
      <Group gap="xs">
        <Button
          size="xs"
          variant={isOn ? 'filled' : 'default'}
          leftSection={<IconArrowRight size={14} />}
          component={Link}
          to={`/clients/${registry.id}/guides`}
        >
          {text('overview:registry.setUp', { client: registry.clientId })}
        </Button>
      </Group>
    </TryItRow>
  );
}
