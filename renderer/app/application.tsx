// The application: server state, the selected realm and the router.
import { type DefaultOptions, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createHashRouter, Navigate, RouterProvider } from 'react-router';
import { ApiProvider } from '../api/api-context.tsx';
import { ApiError } from '../api/api-error.ts';
import { createHiding } from '../api/hide-deleted.ts';
import type { Api } from '../api/http.ts';
import { useLanguage } from './language-menu.tsx';
import { NoSuchScreen } from './no-such-screen.tsx';
import { SCREENS } from './routes.tsx';
import { Shell } from './shell.tsx';

function createQueries({ reachability, deletions }: Api): QueryClient {
  /** Retries only requests without a response, unless the server is unreachable: its return reloads all. */
  const shouldRetry = (count: number, error: Error): boolean =>
    count < 2 && error instanceof ApiError && error.status === 0 && reachability.state().since === undefined;
  /** `select` changes what every query returns, not what is cached: an undo needs no request. */
  const optionsWhile = (pending: ReadonlySet<string>): DefaultOptions<Error> => {
    const select = createHiding(pending);
    return {
      // Offline browsers still reach a server on the same machine.
      queries: {
        retry: shouldRetry,
        staleTime: 2000,
        refetchOnWindowFocus: true,
        networkMode: 'always',
        ...(select === undefined ? {} : { select }),
      },
      mutations: { networkMode: 'always' },
    };
  };
  let shown = deletions.paths();
  const queries = new QueryClient({ defaultOptions: optionsWhile(shown) });
  // Before every screen is rendered again, which `ApiProvider` sees to.
  deletions.subscribe(() => {
    if (shown === deletions.paths()) return;
    shown = deletions.paths();
    queries.setDefaultOptions(optionsWhile(shown));
  });
  return queries;
}

function createRouter(): ReturnType<typeof createHashRouter> {
  return createHashRouter([
    {
      element: <Shell />,
      children: [
        { index: true, element: <Navigate to="/overview" replace /> },
        ...SCREENS.map(({ pattern, element }) => ({ path: pattern, element })),
        { path: '*', element: <NoSuchScreen /> },
      ],
    },
  ]);
}

/** The console for one server. */
export function Application({ api }: { readonly api: Api }): ReactNode {
  const [queries] = useState(() => createQueries(api));
  const [router] = useState(createRouter);
  const { language } = useLanguage();
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider api={api}>
        {/* Every text is read anew. What was loaded and what was typed into forms is kept outside. */}
        <RouterProvider key={language} router={router} />
      </ApiProvider>
    </QueryClientProvider>
  );
}
