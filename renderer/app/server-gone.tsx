// The banner for an unreachable server. All data is reloaded when the server is back.
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import {
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useApi } from '../api/api-context.tsx';
import { RichText } from '../texts/rich-text.ts';
import { text } from '../texts/text.ts';
import { formatInstant } from '../ui/instant.ts';
import classes from './server-gone.module.css';

const HEIGHT = '--us-banner-height';

/** When the server became unreachable, in milliseconds, if it is. Reloads all data when it is back. */
export function useServerGone(): number | undefined {
  const { reachability } = useApi();
  const { since } = useSyncExternalStore(reachability.subscribe, reachability.state);
  const queries = useQueryClient();
  const wasGone = useRef(false);
  useEffect(() => {
    if (since === undefined && wasGone.current) void queries.invalidateQueries();
    wasGone.current = since !== undefined;
  }, [since, queries]);
  return since;
}

/** Wraps only between words. */
function Command(): ReactNode {
  return (
    <Code fz="sm" className={classes['command'] ?? ''}>
      {['bin/understudy.sh', 'start', '--headless'].map((word, index) => (
        <Fragment key={word}>
          {index === 0 ? '' : ' '}
          <span>{word}</span>
        </Fragment>
      ))}
    </Code>
  );
}

function HowToStart(): ReactNode {
  const isDesktop = window.understudyDesktop !== undefined;
  return isDesktop ? (
    text('app:gone.restartApp')
  ) : (
    <RichText of="app:gone.startServer" parts={{ command: <Command /> }} />
  );
}

/** Sets the CSS variable `--us-banner-height` for sticky elements below the banner. */
function useBannerHeight(): RefObject<HTMLDivElement | null> {
  const banner = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = banner.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const keep = (): void => style.setProperty(HEIGHT, `${element.offsetHeight}px`);
    keep();
    const observer = new ResizeObserver(keep);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);
  return banner;
}

/** Sticks to the top while the screen scrolls. */
export function ServerGoneBanner({ since }: { readonly since: number }): ReactNode {
  const { reachability } = useApi();
  return (
    <Alert
      ref={useBannerHeight()}
      role="alert"
      variant="default"
      radius={0}
      className={classes['banner'] ?? ''}
      icon={<IconPlugConnectedX color="var(--us-refused)" />}
      title={text('app:gone.title')}
    >
      <Group justify="space-between" gap="sm">
        <Text fz="sm" className={classes['words'] ?? ''}>
          <RichText
            of="app:gone.text"
            values={{ instant: formatInstant(since) }}
            parts={{ remedy: <HowToStart /> }}
          />
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={reachability.probeNow}
        >
          {text('app:gone.retry')}
        </Button>
      </Group>
    </Alert>
  );
}
