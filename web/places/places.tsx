import { useLingui } from '@lingui/react'
import { hoursText } from '#domain/places/opening-hours.ts'
import { apiContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { PlaceFacts } from '#web/ui/facts/place-facts.tsx'
import { kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/places.ts'
import { listOpenPlaces } from './queries.ts'

export const loader = ({ context }: Route.LoaderArgs) => listOpenPlaces(context.get(apiContext))

/** Public list of pickup places and delivery zones. */
export default function Places({ loaderData: { places, zones, failure } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const states = [...new Set([...places, ...zones].map(({ state }) => state))].sort()
  return (
    <>
      <PageHeading
        lead={i18n.t(
          'You choose where your food goes before you pay. Pickup is free. The delivery fee depends on your local government.',
        )}
      >
        {i18n.t('Pickup places and delivery')}
      </PageHeading>
      {failure && <ErrorState message={failure} reload />}
      {!failure && states.length === 0 && (
        <EmptyState title={i18n.t('No pickup place is open yet.')}>
          {i18n.t('Until one is, the vendor tells you where to collect your order.')}
        </EmptyState>
      )}
      <div className="grid gap-10">
        {states.map((state) => (
          <section key={state} aria-labelledby={`in-${state}`}>
            <h2 id={`in-${state}`} className="mb-3 text-22 md:text-28">
              {state}
            </h2>
            <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
              <div className="grid content-start gap-5">
                {!places.some((place) => place.state === state) && (
                  <p className="text-soft">
                    {i18n.t('No pickup place yet. The vendor tells you where to collect your order.')}
                  </p>
                )}
                {places
                  .filter((place) => place.state === state)
                  .map((place) => (
                    <div key={place.id}>
                      <h3 className="text-18">{place.name}</h3>
                      {place.vendor && (
                        <p className="text-14 text-soft">
                          {i18n.t('For orders from {shop}', { shop: place.vendor.business_name })}
                        </p>
                      )}
                      <PlaceFacts place={place} />
                    </div>
                  ))}
              </div>
              <ZoneList zones={zones.filter((zone) => zone.state === state)} />
            </div>
          </section>
        ))}
      </div>
    </>
  )
}

type Zones = Route.ComponentProps['loaderData']['zones']

function ZoneList({ zones }: { zones: Zones }) {
  const { i18n } = useLingui()
  if (zones.length === 0)
    return <p className="text-soft">{i18n.t('Nobody delivers to your door in this state yet.')}</p>
  return (
    <div>
      <h3 className="mb-1 text-18">{i18n.t('Delivery to your door')}</h3>
      <ul className="divide-y divide-grain border-y border-grain">
        {zones.map(({ id, name, lgas, fee_kobo, delivery_hours: hours, vendor }) => (
          <li key={id} className="flex justify-between gap-4 py-2">
            <span>
              {name}
              <span className="block text-14 text-soft">
                {lgas.length === 0 ? i18n.t('The whole state') : lgas.join(', ')}
              </span>
              {hours.length > 0 && <span className="block text-14 text-soft">{hoursText(hours)}</span>}
              {vendor && (
                <span className="block text-14 text-soft">
                  {i18n.t('For orders from {shop}', { shop: vendor.business_name })}
                </span>
              )}
            </span>
            <span className="font-bold tabular-nums">{kobo(fee_kobo)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    i18n.t('Pickup places and delivery'),
    i18n.t('Where you collect what you buy, and what delivery to your door costs.'),
  )
}
