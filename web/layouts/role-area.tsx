import { Outlet, useLocation } from 'react-router'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { guard } from '#web/session/guard.ts'
import { PasskeyOfferSlot } from '#web/session/passkeys/passkey-offer-slot.tsx'
import { AreaLinks } from './area/area-links.tsx'
import { buyerAreaForPath } from './area/buyer-areas.ts'
import { BottomBar } from './bar/bottom-bar.tsx'
import '#web/theme/desk.css'
import { Frame } from './frame.tsx'

export const middleware = [guard]

/** A loader, so that the guard also runs on every navigation inside the area. */
export function loader() {
  return null
}

export const shouldRevalidate = revalidateUnlessOffline

/** The layout of a buyer's own pages: their links behind one button on a phone, in a sidebar from 1000 px. */
export default function RoleArea() {
  const { pathname } = useLocation()
  const area = buyerAreaForPath(pathname)
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
