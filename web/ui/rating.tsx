import { useLingui } from '@lingui/react'
import { counted } from '#web/languages/counted.ts'
import { count } from './format.ts'

interface RatingProps {
  /** 0 to 5; null while there are no ratings. */
  value: number | null
  /** Number of ratings. */
  amount?: number
}

/** Five stars, filled in proportion to the rating, and its number. */
export function Rating({ value, amount }: RatingProps) {
  const { i18n } = useLingui()
  if (value === null || value <= 0) return <p className="text-14 text-soft">{i18n.t('Not rated yet')}</p>
  const number = value.toFixed(1)
  return (
    <p className="flex items-center gap-1.5 text-14">
      <span className="sr-only">
        {amount === undefined
          ? i18n.t('Rated {rating} of 5', { rating: number })
          : counted(i18n, amount, {
              one: /*i18n*/ 'Rated {rating} of 5 by {count} person',
              many: /*i18n*/ 'Rated {rating} of 5 by {count} people',
              rating: number,
            })}
      </span>
      <span aria-hidden className="stars">
        <span className="stars-full" style={{ width: `${(value / 5) * 100}%` }} />
      </span>
      <span aria-hidden className="font-bold tabular-nums">
        {number}
      </span>
      {amount !== undefined && (
        <span aria-hidden className="text-soft">
          ({count(amount)})
        </span>
      )}
    </p>
  )
}
