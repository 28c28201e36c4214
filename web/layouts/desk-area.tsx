import { Outlet, redirect, useLocation } from 'react-router'
import { isAreaRole, isContentStaff, parseRole, type Role } from '#domain/accounts/roles.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { defaultAddress, readSavedViews } from '#web/desk/lists/saved-views.ts'
import { readMenuCounts } from '#web/desk/menu-counts.ts'
import { Breadcrumb, TrailIsShown } from '#web/desk/records/breadcrumb.tsx'
import { isSearchedArea, type SearchedArea } from '#web/desk/search/record-kinds.ts'
import { SearchBar } from '#web/desk/search/search-bar.tsx'
import { Shortcuts } from '#web/desk/shortcuts/shortcuts-dialog.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { guard } from '#web/session/guard.ts'
import { PasskeyOfferSlot } from '#web/session/passkeys/passkey-offer-slot.tsx'
import { useShell } from '#web/shell.ts'
import type { Route } from './+types/desk-area.ts'
import { AreaLinks } from './area/area-links.tsx'
import { DeskBar } from './area/desk-bar.tsx'
import { bySection } from './area/section.ts'
import { trailOf } from './area/trail.ts'
import { sidebarArea } from './areas.ts'
import '#web/theme/desk.css'
import { Frame } from './frame.tsx'

export const middleware = [guard]

/**
 * Runs on every navigation inside the area, as the guard does: what waits, the pages above this one, and the viewer's
 * views of the list at this address. A default view replaces an address without parameters.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const list = url.pathname.replace(/\/$/, '')
  const role = parseRole(context.get(viewerContext).role)
  const links = sidebarArea(url.pathname, role, [])?.links ?? []
  const desk = deskOf(role)
  const [views, counts] = await Promise.all([readSavedViews(api, list), desk ? readMenuCounts(api, desk) : null])
  const address = defaultAddress(list, url.search, views)
  if (address) throw redirect(address)
  return {
    views,
    trail: trailOf(links, url.pathname),
    waiting: counts ? bySection(links, counts) : {},
  }
}

export const shouldRevalidate = revalidateUnlessOffline

/** The layout of a desk: its menu, the quick search in the bar, the pages above the page; then the page. */
export default function DeskArea({ loaderData: { trail, waiting } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const { viewer, duties } = useShell()
  const role = parseRole(viewer.role)
  const area = sidebarArea(pathname, role, duties)
  const desk = deskOf(role)
  return (
    <Frame
      working
      search={desk && <SearchBar area={desk} />}
      footerLink={desk && <Shortcuts area={desk} links={area?.links ?? []} />}
      bottomBar={area && <DeskBar links={area.links} />}
    >
      <div className="area-grid">
        {area && <AreaLinks area={area} pathname={pathname} waiting={waiting} />}
        <div className="min-w-0">
          <TrailIsShown value={trail.length > 0}>
            <PasskeyOfferSlot />
            <Breadcrumb trail={trail} />
            <Outlet />
          </TrailIsShown>
        </div>
      </div>
    </Frame>
  )
}

/** The area whose records the viewer works with; null for buyers who serve at a shop or a hub. */
function deskOf(role: Role): SearchedArea | null {
  if (isContentStaff(role)) return 'content'
  return isAreaRole(role) && isSearchedArea(role) ? role : null
}
