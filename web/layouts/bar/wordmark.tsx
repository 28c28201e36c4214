import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import { brandMark } from '#domain/brand/brand-mark.ts'

/** The logo, which links to the home page. */
export function Wordmark() {
  const { i18n } = useLingui()
  return (
    <Link
      to="/"
      className="inline-flex min-h-11 items-center rounded-field text-ink"
      aria-label={i18n.t('{market}, home', { market: brand.name })}
    >
      <svg
        aria-hidden
        viewBox={brandMark.viewBox.join(' ')}
        width="108"
        height="44"
        fill="none"
        strokeWidth={brandMark.strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={brandMark.letters} stroke="var(--oil)" transform="translate(5 4)" />
        <path d={brandMark.letters} stroke="currentColor" />
        <path d={brandMark.dots} fill="var(--pepper)" />
        <circle cx="107" cy="41" r="24.500" fill="var(--oil)" />
        <circle cx="103" cy="37" r="24.500" fill="#1d1a16" />
        <circle cx="103" cy="37" r="21" fill="#2f55a8" />
        <circle cx="103" cy="37" r="14" fill="#fffdf7" />
        <path d={brandMark.pepper} fill="#d8402a" />
      </svg>
    </Link>
  )
}
