// "Try it" for container registries. There is no sample application; the card links to the instructions.
import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClients } from '../../api/clients.ts';
import { RegistryNotice, useRegistryFeature } from '../../components/registry-notice.tsx';

/** Renders nothing in a realm without a registry client. */
export function RegistryCard(): ReactNode {
  const isOn = useRegistryFeature();
  const registry = useClients().data?.find(({ protocol }) => protocol === 'docker-v2');
  if (registry === undefined || isOn === undefined) return undefined;
  return (
    <Card withBorder padding="md" component="section" aria-label="Try it: Container registry">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} fz="md">
            Container registry
          </Title>
          <Badge variant="default" tt="none" radius="sm">
            {isOn ? 'on' : 'off'}
          </Badge>
        </Group>
        <Text c="dimmed" fz="sm">
          A registry that uses this realm to authorize pull and push: configuration, certificates to trust,
          and commands to try it.
        </Text>
        <RegistryNotice />
        <Group gap="xs">
          <Button
            size="xs"
            variant={isOn ? 'filled' : 'default'}
            leftSection={<IconArrowRight size={14} />}
            component={Link}
            to={`/clients/${registry.id}/snippets`}
          >
            Set up {registry.clientId}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
