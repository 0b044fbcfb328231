// Notifications about prompts that arrive while another screen is open.
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createPromptArrivals } from '#protocol/contract/prompt-arrivals.ts';
import { useRealm } from '../api/api-context.tsx';
import { useDeviceStream } from '../api/device.ts';
import { text } from '../texts/text.ts';
import { type ArrivalMessage, describeArrivals } from './describe-arrivals.ts';

const ID = 'prompts';
const SHOWN_MS = 15_000;

function show(message: ArrivalMessage, isOpen: boolean, onShow: () => void, onClose: () => void): void {
  const toast = {
    id: ID,
    title: message.title,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
          {message.text}
        </Text>
        <Button size="compact-xs" onClick={onShow} style={{ flexShrink: 0 }}>
          {text('app:arrivals.show')}
        </Button>
      </Group>
    ),
    icon: <IconDeviceMobile size={16} />,
    autoClose: SHOWN_MS,
    closeButtonProps: { 'aria-label': text('ui:message.close') },
    onClose,
  };
  if (isOpen) notifications.update(toast);
  else notifications.show(toast);
}

/** Shows notifications for every realm's device while mounted. */
export function usePromptToasts(): void {
  const [realm] = useRealm();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [arrivals] = useState(createPromptArrivals);
  const isOpen = useRef(false);
  const onDevice = pathname === '/device';
  useEffect(() => {
    if (!onDevice) return;
    // The Device screen shows the prompts itself.
    arrivals.clear();
    notifications.hide(ID);
  }, [onDevice, arrivals]);
  useDeviceStream((prompts) => {
    const arrived = arrivals.take(prompts);
    if (onDevice && arrived.every((prompt) => prompt.realm === realm)) arrivals.clear();
    const message = describeArrivals(arrivals.waiting(), realm);
    if (message === undefined) notifications.hide(ID);
    else if (arrived.length > 0) {
      show(
        message,
        isOpen.current,
        () => {
          notifications.hide(ID);
          void navigate(`/device?${new URLSearchParams({ realm: message.realm })}`);
        },
        () => {
          isOpen.current = false;
          arrivals.clear();
        },
      );
      isOpen.current = true;
    }
  });
}
