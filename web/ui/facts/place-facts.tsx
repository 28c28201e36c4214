import { useLingui } from '@lingui/react'
import { shownPhone } from '#domain/forms/phone.ts'
import { mapLink } from '#domain/places/map-link.ts'
import { hoursText, type OpenDay } from '#domain/places/opening-hours.ts'

export interface PlaceDetails {
  name: string
  street: string
  lga: string
  state: string
  instructions: string
  latitude: number | null
  longitude: number | null
  phone: string | null
  opening_hours: OpenDay[]
}

/** A place's address, opening hours and directions. The caller shows its name above. */
export function PlaceFacts({ place }: { place: PlaceDetails }) {
  const { name, street, lga, state, instructions, phone, opening_hours: hours } = place
  const { i18n } = useLingui()
  const map = mapLink(place)
  return (
    <div className="grid gap-0.5">
      <p>
        {street}, {lga}, {state}
      </p>
      {hours.length > 0 && <p className="text-14 text-soft">{i18n.t('Open {hours}', { hours: hoursText(hours) })}</p>}
      {instructions && <p className="text-14 text-soft break-words whitespace-pre-line">{instructions}</p>}
      {(map || phone) && (
        <p className="flex flex-wrap gap-x-4 text-14">
          {map && (
            <a
              href={map}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center text-link"
              aria-label={i18n.t('Map: {name} (opens in a new tab)', { name })}
            >
              {i18n.t('See it on the map')}
            </a>
          )}
          {phone && (
            <a href={`tel:${phone}`} className="inline-flex min-h-11 items-center text-link">
              {shownPhone(phone)}
            </a>
          )}
        </p>
      )}
    </div>
  )
}
