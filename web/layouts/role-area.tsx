import { Outlet, useLocation } from 'react-router'
import { apiContext } from '#web/context.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { guard } from '#web/session/guard.ts'
import { PasskeyOfferSlot } from '#web/session/passkeys/passkey-offer-slot.tsx'
import { AreaLinks } from './area/area-links.tsx'
import { buyerAreaForPath } from './area/buyer-areas.ts'
import { BottomBar } from './bar/bottom-bar.tsx'
import '#web/theme/desk.css'
import type { Route } from './+types/role-area.ts'
import { Frame } from './frame.tsx'

export const middleware = [guard]

/** A loader, so that the guard also runs on every navigation inside the area. */
export async function loader({ context, url }: Route.LoaderArgs) {
  // Without an answer the menu is as it is while ajo is switched off.
  if (!url.pathname.startsWith('/account')) return { seesAjo: false }
  const { data, error } = await context.get(apiContext).tables.rpc('sees_ajo', undefined, { get: true })
  return { seesAjo: !error && data === true }
}

export const shouldRevalidate = revalidateUnlessOffline

/** The layout of a buyer's own pages: their links behind one button on a phone, in a sidebar from 1000 px. */
export default function RoleArea({ loaderData: { seesAjo } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const area = buyerAreaForPath(pathname, { seesAjo })
  return (
    <Frame working bottomBar={<BottomBar />}>
      <div className="area-grid">
        {area && <AreaLinks area={area} pathname={pathname} />}
        <div className="min-w-0">
          <PasskeyOfferSlot />
          <Outlet />
        </div>
      </div>
    </Frame>
  )
}
