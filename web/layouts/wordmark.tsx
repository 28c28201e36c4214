import { Link } from 'react-router'
import { brand } from '#domain/brand.ts'

/** The painted name, leading home. */
export function Wordmark() {
  return (
    <Link to="/" className="inline-flex min-h-11 items-center rounded-field" aria-label={`${brand.name}, home`}>
      <img src="/wordmark.svg" alt="" width={116} height={44} />
    </Link>
  )
}
