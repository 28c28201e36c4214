import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { ProductCardSkeletons } from '../browse/skeletons.tsx'
import { useIsReloading } from '../navigation-state.ts'
import { Picture } from '../pictures/picture.tsx'

interface DealCardProps {
  name: string
  /** The card's link; none if there is nothing to open. */
  to?: To
  /** The product's picture. */
  picture: string | null
  /** Where the goods are and whose they are: "Ibadan · Mama Ope Foods". */
  place?: { city: string; shop: string | null }
  /** That the goods are far from the viewer. */
  far?: string | null
  /** Shown on the picture: the discount. */
  badge?: ReactNode
  priceTag: ReactNode
  poolBar?: ReactNode
  timeLeft?: ReactNode
  /** Anything else before the action (quantity, places left). */
  children?: ReactNode
  action?: ReactNode
  /** Loads the picture at once: for the first cards of a page. */
  eager?: boolean
  headingLevel?: 'h2' | 'h3'
}

/**
 * A product, deal or buy, always in this order: picture, name, city and vendor, price tag, pool bar, time left, action.
 */
export function DealCard(props: DealCardProps) {
  const { name, to, picture, place, far, badge, priceTag, poolBar, timeLeft, children, action } = props
  const { eager = false, headingLevel: Heading = 'h3' } = props
  return (
    <article className="deal-card">
      <div className="deal-picture">
        <Picture
          src={picture}
          alt=""
          sizes="(min-width: 700px) 300px, 96px"
          width={240}
          height={240}
          eager={eager}
          // A photo covers the whole box, which grows with the name next to it.
          className={picture?.startsWith('/storage/') ? 'absolute inset-0 size-full' : undefined}
        />
        {badge && <div className="deal-badge">{badge}</div>}
      </div>
      <div className="deal-head">
        <Heading className="line-clamp-4 text-18">
          {to ? (
            <Link to={to} className="deal-link">
              {name}
            </Link>
          ) : (
            name
          )}
        </Heading>
        {place && (
          // The city comes first, so that a long name of a shop cannot hide it.
          <p className="line-clamp-2 text-14 break-words text-soft">
            <span className="font-semibold text-ink">{place.city}</span>
            {place.shop && ` · ${place.shop}`}
          </p>
        )}
        {far && <p className="text-14 font-semibold">{far}</p>}
      </div>
      <div className="deal-price">{priceTag}</div>
      <div className="deal-rest">
        {poolBar}
        {timeLeft}
        {children}
        {action && <div className="mt-auto pt-1">{action}</div>}
      </div>
    </article>
  )
}

/** Rows on a phone, a grid from 700 px. Shows skeletons while another filter loads. */
export function DealGrid({ label, children }: { label?: string; children: ReactNode }) {
  const { i18n } = useLingui()
  if (useIsReloading()) return <ProductCardSkeletons amount={6} label={i18n.t('Loading')} />
  return (
    <ul className="deal-grid" aria-label={label}>
      {children}
    </ul>
  )
}
