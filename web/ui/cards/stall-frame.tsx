import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Avatar } from '../avatar.tsx'
import { Rating } from '../rating.tsx'

interface StallFrameProps {
  name: string
  city: string
  /** The vendor's own picture; initials by default. */
  logoUrl?: string | null
  /** 0 to 100; null without data. */
  onTimePercent: number | null
  rating: number | null
  ratingAmount?: number
  /** One sentence about how the rating is calculated. */
  ratingRule?: string
  /** Whether it is the page's h1, on a shop's own page. */
  as?: 'h1' | 'h2' | 'h3'
  /** More facts, or the shop's products. */
  children?: ReactNode
}

/** A vendor's profile, drawn as a stall: name and city above, punctuality and rating below. */
export function StallFrame(props: StallFrameProps) {
  const {
    name,
    city,
    logoUrl = null,
    onTimePercent,
    rating,
    ratingAmount,
    ratingRule,
    as: Heading = 'h2',
    children,
  } = props
  const { i18n } = useLingui()
  return (
    <section className="stall">
      <div className="stall-awning" aria-hidden />
      <div className="stall-board">
        <Avatar name={name} src={logoUrl} size="large" />
        <div className="min-w-0">
          <Heading className="text-22 break-words md:text-28">{name}</Heading>
          <p>{city}</p>
        </div>
      </div>
      <div className="stall-counter">
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <div>
            <dt className="text-14 text-soft">{i18n.t('On-time sharing days')}</dt>
            <dd className="font-bold tabular-nums">
              {onTimePercent === null ? i18n.t('No figure yet') : `${Math.round(onTimePercent)}%`}
            </dd>
          </div>
          <div>
            <dt className="text-14 text-soft">{i18n.t('Rating')}</dt>
            <dd>
              <Rating value={rating} {...(ratingAmount === undefined ? {} : { amount: ratingAmount })} />
            </dd>
          </div>
        </dl>
        {ratingRule && <p className="mt-3 text-14 text-soft">{ratingRule}</p>}
        {children}
      </div>
    </section>
  )
}
