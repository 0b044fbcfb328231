// The product's mark: a person on a shield, as on the icon of the desktop application.
import type { ReactNode } from 'react';

/** Decorative; the name stands beside it or in the label of what contains it. */
export function ProductMark({ size }: { readonly size: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="7" fill="#4f46e5" />
      <path d="M16 4.5 25.5 8v7.5c0 5.8-4 10-9.5 12-5.5-2-9.5-6.2-9.5-12V8Z" fill="#fff" />
      <circle cx="16" cy="13" r="3.2" fill="#4f46e5" />
      <path
        d="M10.2 21.3c1.3-1.7 3.4-2.6 5.8-2.6s4.5.9 5.8 2.6c-1.4 1.8-3.4 3.2-5.8 4-2.4-.8-4.4-2.2-5.8-4Z"
        fill="#4f46e5"
      />
    </svg>
  );
}
