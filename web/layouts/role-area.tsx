import { useLingui } from '@lingui/react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { NavLink, Outlet, redirect, useLocation } from 'react-router'
import { parseRole } from '#domain/accounts/roles.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { defaultAddress, readSavedViews } from '#web/desk/lists/saved-views.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { guard } from '#web/session/guard.ts'
import { useShell } from '#web/shell.ts'
import { cx } from '#web/ui/cx.ts'
import { type Area, sidebarArea } from './areas.ts'
import { BottomBar } from './bar/bottom-bar.tsx'
import { DeskBar } from './desk-bar.tsx'
import '#web/theme/desk.css'
import type { Route } from './+types/role-area.ts'
import { Frame } from './frame.tsx'

export const middleware = [guard]

/**
 * The viewer's saved views of the list at this address. A default view replaces an address without parameters. Runs on
 * every navigation inside the area, and with it the guard.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const list = url.pathname.replace(/\/$/, '')
  if (context.get(viewerContext).userId === null || !/^\/(vendor|manager|coordinator|chief|content)\//.test(list)) {
    return { views: [] }
  }
  const views = await readSavedViews(context.get(apiContext), list)
  const address = defaultAddress(list, url.search, views)
  if (address) throw redirect(address)
  return { views }
}

export const shouldRevalidate = revalidateUnlessOffline

/** The layout of an area: its links behind one button on a phone, in a sidebar from 1000 px; then the page. */
export default function RoleArea() {
  const { pathname } = useLocation()
  const { viewer, duties } = useShell()
  const area = sidebarArea(pathname, parseRole(viewer.role), duties)
  return (
    <Frame working bottomBar={area && (area.isBuyers ? <BottomBar /> : <DeskBar links={area.links} />)}>
      <div className="grid gap-5 lg:grid-cols-[208px_minmax(0,1fr)] lg:gap-10">
        {area && <AreaLinks area={area} pathname={pathname} />}
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </Frame>
  )
}

/** The area's links; on a phone a native popover, which needs no script. */
function AreaLinks({ area, pathname }: { area: Area; pathname: string }) {
  const { i18n } = useLingui()
  const current = area.links.find(({ to }) => `${pathname}/`.startsWith(`${to}/`))
  return (
    <div className="min-w-0">
      <button type="button" popoverTarget="area-pages" className="area-button">
        {/* Only the page's name, where there is not enough space. */}
        <span className="min-w-0 truncate text-soft">{i18n.t(area.title)}</span>
        <span className="flex-1 shrink-0 text-left whitespace-nowrap">
          {current ? i18n.t(current.label) : i18n.t('All pages')}
        </span>
        <ChevronDown aria-hidden size={20} className="shrink-0" />
      </button>
      <nav id="area-pages" popover="auto" aria-label={i18n.t(area.title)} className="sheet area-pages">
        <p className={cx('mb-2 px-3 text-14 font-semibold text-soft', area.groups && 'lg:hidden')}>
          {i18n.t(area.title)}
        </p>
        {(area.groups ?? [{ heading: '', links: area.links }]).map(({ heading, links }) => (
          // Not a region: pages have sections of the same names.
          <div
            key={heading}
            {...(heading && { role: 'group', 'aria-label': i18n.t(heading) })}
            className={cx(heading && 'mb-2 lg:mb-3')}
          >
            {heading && (
              <p aria-hidden className="px-3 text-14 text-soft">
                {i18n.t(heading)}
              </p>
            )}
            <ul className={cx('grid grid-cols-2 gap-1 lg:grid-cols-1', heading && 'lg:gap-0')}>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} className="side-link">
                    {i18n.t(label)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  )
}
