import { Link } from 'react-router'
import { brand } from '#domain/brand.ts'

/** The painted name, which links home: sign letters with an oil drop line, and a basin seen from above for the o. */
export function Wordmark() {
  return (
    <Link
      to="/"
      className="inline-flex min-h-11 items-center rounded-field text-ink"
      aria-label={`${brand.name}, home`}
    >
      <svg
        aria-hidden
        viewBox="2 -5 200 88"
        width="108"
        height="44"
        fill="none"
        strokeWidth="11"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={LETTERS} stroke="var(--oil)" transform="translate(5 4)" />
        <path d={LETTERS} stroke="currentColor" />
        <path d={DOTS} fill="var(--pepper)" />
        <circle cx="107" cy="41" r="24.500" fill="var(--oil)" />
        <circle cx="103" cy="37" r="24.500" fill="#1d1a16" />
        <circle cx="103" cy="37" r="21" fill="#2f55a8" />
        <circle cx="103" cy="37" r="14" fill="#fffdf7" />
        <path d="M92 40c0-6 5-11 11-11s11 5 11 11-5 7-11 7-11-1-11-7Z" fill="#d8402a" />
      </svg>
    </Link>
  )
}

const LETTERS =
  'M45 37A17 17 0 1 0 11 37 17 17 0 1 0 45 37M45 20V54M64 20V62Q64 75 50 75M142 20V62Q142 75 128 75M192 37A17 17 0 1 0 158 37 17 17 0 1 0 192 37M192 20V54'
const DOTS = 'M64-3l7 8-7 8-7-8ZM142-3l7 8-7 8-7-8Z'
