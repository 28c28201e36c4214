import { useLingui } from '@lingui/react'
import { Fragment, type ReactNode } from 'react'
import { middleAdvertIndex } from '#domain/adverts/placement.ts'
import { translate } from '#web/languages/translate.ts'
import { AdvertBanner } from './advert-banner.tsx'
import type { PageAdverts } from './queries.ts'

/** Inserts the middle advert at index 6, or after the last card of a shorter page. */
export function cardsWithAdvert(cards: readonly ReactNode[], adverts: PageAdverts): ReactNode[] {
  const place = middleAdvertIndex(cards.length)
  const advert = adverts.byPosition.middle
  if (place === null || !advert) return [...cards]
  const banner = (
    <li key="advert" className="col-span-full">
      <AdvertBanner advert={advert} />
    </li>
  )
  return [...cards.slice(0, place), <Fragment key="middle-advert">{banner}</Fragment>, ...cards.slice(place)]
}

/**
 * A list between its top and bottom adverts. If the adverts cannot be read, an error message is shown and the list
 * remains.
 */
export function BetweenAdverts({ adverts, children }: { adverts: PageAdverts; children: ReactNode }) {
  return (
    <>
      <AdvertsFailure adverts={adverts} />
      <AdvertBanner advert={adverts.byPosition.top} />
      {children}
      <AdvertBanner advert={adverts.byPosition.bottom} />
    </>
  )
}

export function AdvertsFailure({ adverts }: { adverts: PageAdverts }) {
  const { i18n } = useLingui()
  if (!adverts.error) return null
  return (
    <p role="alert" className="mb-3 font-semibold text-pepper">
      {translate(i18n, adverts.error)}
    </p>
  )
}
