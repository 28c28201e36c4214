/** This row's size relative to the largest; the figures next to it say the same. */
export function ShareBar({ value, most }: { value: number; most: number }) {
  const width = most > 0 ? Math.max(1, Math.round((100 * value) / most)) : 0
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
