/** A bar that shows a share of the total. */
export function ShareBar({ value, all }: { value: number; all: number }) {
  const width = all > 0 ? Math.round((100 * value) / all) : 0
  return (
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden
      className="h-2.5 w-full min-w-10 max-w-48"
      role="presentation"
    >
      <rect width={100} height={10} fill="var(--grain)" />
      <rect width={width} height={10} fill="var(--leaf)" />
    </svg>
  )
}

/** "38%" of the total; empty if the total is 0. */
export const shareText = (value: number, all: number): string => (all > 0 ? `${Math.round((100 * value) / all)}%` : '')
