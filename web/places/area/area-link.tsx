import { useLingui } from '@lingui/react'
import MapPin from 'lucide-react/icons/map-pin'
import { useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { areaText } from '#domain/places/area-text.ts'
import { cookieValue } from '#web/cookie.ts'
import { useShell } from '#web/shell.ts'
import { LGA_COOKIE } from './cookie-names.ts'

/**
 * The viewer's area, or the question for it, with a link to change it. On cached pages, which know the state alone,
 * `web/rendering/hydrate-on-interaction.js` adds the local government from the cookie.
 */
export function AreaLink({ className }: { className: string }) {
  const { i18n } = useLingui()
  const { pathname, search } = useLocation()
  const { area } = useShell()
  const chosenLga = useSyncExternalStore(
    () => () => undefined,
    () => decodeURIComponent(cookieValue(document.cookie, LGA_COOKIE) ?? ''),
    () => '',
  )
  return (
    <Link to={`/area?back=${encodeURIComponent(pathname + search)}`} className={className} rel="nofollow">
      <MapPin aria-hidden size={20} className="shrink-0" />
      {area ? (
        <span className="truncate">
          <span className="sr-only">{i18n.t('Your area')}: </span>
          <span data-area={area.lga === null ? area.state : undefined} suppressHydrationWarning>
            {areaText({ ...area, lga: area.lga ?? (chosenLga || null) })}
          </span>
        </span>
      ) : (
        i18n.t('Choose your area')
      )}
    </Link>
  )
}
