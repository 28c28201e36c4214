import { count } from './format.ts'

interface RatingProps {
  /** 0 to 5; null while there are no ratings. */
  value: number | null
  /** How many people rated. */
  amount?: number
}

/** Five stars, filled to the nearest tenth, and the number. */
export function Rating({ value, amount }: RatingProps) {
  if (value === null || value <= 0) return <p className="text-14 text-soft">Not rated yet</p>
  const number = value.toFixed(1)
  return (
    <p className="flex items-center gap-1.5 text-14">
      <span className="sr-only">
        Rated {number} of 5{amount === undefined ? '' : ` by ${count(amount)}`}
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
