/** The mark of the product: a box with something warm in it. */
export function Logo({ size = 22 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3.5 7.5 12 3l8.5 4.5v9L12 21l-8.5-4.5z" />
      <path d="M3.5 7.5 12 12l8.5-4.5M12 12v9" opacity=".45" />
      <circle cx="12" cy="12" r="2.6" fill="var(--accent)" stroke="none" />
    </svg>
  );
}
