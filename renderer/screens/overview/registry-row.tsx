// "Try it" for container registries. There is no sample application; the row links to the instructions.
import { Button, Code, Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClients } from '../../api/clients.ts';
import { useRegistryFeature } from '../../components/registry-notice.tsx';
import { TryItRow } from '../../components/try-it.tsx';

/** Renders nothing in a realm without a registry client. */
export function RegistryRow(): ReactNode {
  const isOn = useRegistryFeature();
  const registry = useClients().data?.find(({ protocol }) => protocol === 'docker-v2');
  if (registry === undefined || isOn === undefined) return undefined;
  return (
    <TryItRow
      title="Container registry"
      state={isOn ? 'Ready to try' : 'Off'}
      summary="A registry that uses this realm to authorize pull and push: configuration, certificates to trust, and commands to try it."
    >
      {isOn ? undefined : (
        <Text fz="sm">
          Registry tokens are off. To try it, start the server with{' '}
          <Code style={{ whiteSpace: 'nowrap' }}>--features=docker</Code>.
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
          Set up {registry.clientId}
        </Button>
      </Group>
    </TryItRow>
  );
}
