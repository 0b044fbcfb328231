// "Try it" for container registries: no application of ours can stand for docker, so the card leads to what one pastes.
import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClients } from '../../api/clients.ts';
import { RegistryNotice, useRegistryFeature } from '../../components/registry-notice.tsx';

/** The card; nothing in a realm without a registry. */
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
          A registry that leaves it to this realm who may pull and push: its configuration, the certificates
          that it must trust, and the commands to try it with.
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
