import { useLingui } from '@lingui/react'
import { Link, type To } from 'react-router'

interface PaginationProps {
  /** From 1. */
  page: number
  pageCount: number
  linkTo: (page: number) => To
  /** The items: "products". */
  label?: string
}

/** Links to a list's pages; nothing if there is only one. */
export function Pagination({ page, pageCount, linkTo, label }: PaginationProps) {
  const { i18n } = useLingui()
  if (pageCount <= 1) return null
  return (
    <nav
      aria-label={label ? i18n.t('Pages of {list}', { list: label }) : i18n.t('Pages')}
      className="mt-8 flex flex-wrap items-center justify-center gap-1"
    >
      {page > 1 && (
        <Link to={linkTo(page - 1)} rel="prev" className="page-link">
          {i18n.t('Previous')}
        </Link>
      )}
      {pagesShown(page, pageCount).map((shown, index) =>
        shown === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name, and there are at most two.
          <span key={`gap ${index}`} className="px-1 text-soft">
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={linkTo(shown)}
            aria-label={i18n.t('Page {number}', { number: shown })}
            aria-current={shown === page ? 'page' : undefined}
            className="page-link"
          >
            {shown}
          </Link>
        ),
      )}
      {page < pageCount && (
        <Link to={linkTo(page + 1)} rel="next" className="page-link">
          {i18n.t('Next')}
        </Link>
      )}
    </nav>
  )
}

/** First, last, and one on each side of the current page; null is a gap of two or more pages. */
function pagesShown(page: number, pageCount: number): (number | null)[] {
  const pages = [1, page - 1, page, page + 1, pageCount].filter((number) => number >= 1 && number <= pageCount)
  const sorted = [...new Set(pages)].sort((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const before = sorted[index - 1] ?? 0
    if (number - before === 2) return [number - 1, number]
    return number - before > 2 ? [null, number] : [number]
  })
}
